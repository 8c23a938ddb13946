/**
 * Signs: drawings of one piece on a field of 24 by 24, as paths to be filled by the even-odd rule, and the English words that they
 * picture. Ids of cards and symbols are such words, so that a card written a minute ago finds its sign (see art.js). A table only.
 */
export const GLYPHS = {
  flame: {
    d: "M12.5 1c.6 4.2 5.8 6.8 5.8 12.6A6.4 6.8 0 0 1 12 22.5a6.4 6.8 0 0 1-6.3-7C5.7 11.9 8 11 8.4 7.5c1.6.9 2.4 2.3 2.5 3.8 1.8" +
      "-2.8 2.4-6.3 1.6-10.3zM12 13.8c-.5 1.8-2.3 2.5-2.3 4.4a2.3 2.4 0 0 0 4.6 0c0-1.9-1.8-2.6-2.3-4.4z",
    words: "fire ember spark blaze blazing ignite inherited wildfire scorch pyroblast burnt burn ash ashes kindling hearth torch " +
      "rage wrath eater lava crimson scarlet",
  },
  snowflake: {
    d: "M11.2 10.5 11.2 7 8.4 4.3 9.6 3.1 11.2 4.6 11.2 1 12.8 1 12.8 4.6 14.4 3.1 15.6 4.3 12.8 7 12.8 10.5 15.9 8.8 16.9 5 18.5 " +
      "5.5 18 7.6 21.1 5.8 22 7.2 18.8 9 20.9 9.6 20.5 11.3 16.8 10.2 13.7 12 16.8 13.8 20.5 12.7 20.9 14.4 18.8 15 22 16.8 21.1 " +
      "18.2 18 16.4 18.5 18.5 16.9 19 15.9 15.2 12.8 13.5 12.8 17 15.6 19.7 14.4 20.9 12.9 19.4 12.9 23 11.2 23 11.2 19.4 9.6 20.9 " +
      "8.4 19.7 11.2 17 11.2 13.5 8.1 15.2 7.1 19 5.5 18.5 6 16.4 2.9 18.2 2 16.8 5.2 15 3.1 14.4 3.5 12.7 7.2 13.8 10.3 12 7.2 " +
      "10.2 3.5 11.3 3.1 9.6 5.2 9 2 7.2 2.9 5.8 6 7.6 5.5 5.5 7.1 5 8.1 8.8z",
    words: "frost ice snow winter freeze frozen blizzard avalanche hail cold zero icicle frostbolt",
  },
  star: {
    d: "M12 0.8 14.8 8.2 22.7 8.5 16.5 13.5 18.6 21.1 12 16.7 5.4 21.1 7.5 13.5 1.3 8.5 9.2 8.2z",
    words: "stars stargazing stargazer astrologer chart pole favor wonder wish fate lucky luck",
  },
  sparkle: {
    d: "M12 1c1.3 7 4 9.7 11 11-7 1.3-9.7 4-11 11-1.3-7-4-9.7-11-11 7-1.3 9.7-4 11-11z",
    words: "magic light wisdom brilliant idea awakening dazzling radiant surge charged spell arcana glass flash fireflies static",
  },
  leaf: {
    d: "M21.5 2.5C10 2.5 3 7.5 3 14c0 1.5.3 2.8.9 4C7 12.7 11.3 10 16 8.7c-4.3 2.3-8.4 5.8-11 10.6l-1.4 2.5 1.8 1 1.3-2.3c.4.1.9.1 " +
      "1.3.1C17 20.6 21.5 13 21.5 2.5z",
    words: "nature natures herb herbalist gatherer bramble vine sapling tea bamboo reeds sower harvest",
  },
  skull: {
    d: "M12 2a9 8.5 0 0 0-9 8.5c0 3 1.5 5 3.5 6.3V20A1.5 1.5 0 0 0 8 21.5h8a1.5 1.5 0 0 0 1.5-1.5v-3.2C19.5 15.5 21 13.5 21 10.5A9 " +
      "8.5 0 0 0 12 2zM8.2 8.8a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6zm7.6 0a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6zM12 14.2l1.4 " +
      "2.6h-2.8z",
    words: "skeleton necrotic death undead bone underworld plague last headsman",
  },
  shield: {
    d: "M12 1.5 21 4.5v7c0 5.5-3.8 9.3-9 11-5.2-1.7-9-5.5-9-11v-7zM12 4.6 6 6.6v4.9c0 3.8 2.4 6.5 6 7.9z",
    words: "barrier guardian guard brace carrier unified warden armourer rampart loyal",
  },
  sword: {
    d: "M22 2l-.8 5.3-9.2 9.2 1.9 1.9-1.7 1.7-2.9-2.9-3.4 3.4a1.7 1.7 0 1 1-2.4-2.4l3.4-3.4L4 11.9l1.7-1.7 1.9 1.9 9.2-9.2zM18 5.2" +
      "l-8.6 8.5.9.9 8.5-8.6z",
    words: "blade sabre strike slash dual swords swordsmith oath muster veteran scarred scars sally bash",
  },
  dagger: {
    d: "M21.5 2.5 19.5 8 12 15.5l2 2-1.6 1.6-2-2-3.7 3.7a1.9 1.9 0 1 1-2.7-2.7l3.7-3.7-2-2L7.3 10.8l2 2L16 4.5z",
    words: "knife knives edge thief purging claws carve grinder hidden",
  },
  crystal: {
    d: "M11.5 1 16 7.5 13 22.5H10L7 7.5zM11.5 5 9.5 8l2 1.5 2-1.5zM18.6 7.5l3.4 3.7-2.6 9.8h-4.6L16.9 9zM4.8 9.5l1.6 1L8.5 22H5L2 13" +
      "z",
    words: "crystals cluster prism shard gilding components silver scales dew",
  },
  gem: {
    d: "M6.5 3h11L23 9.5 12 22 1 9.5zM8 9.5 12 17.5 16 9.5zM9 5 7.5 8h9L15 5z",
    words: "hoard treasure rainbow precious",
  },
  hourglass: {
    d: "M5 1.5h14v2.7h-1.5v2.3c0 2.6-2 4.2-3.8 5.5 1.8 1.3 3.8 2.9 3.8 5.5v2.3H19v2.7H5v-2.7h1.5v-2.3c0-2.6 2-4.2 3.8-5.5C8.5 10.7 " +
      "6.5 9.1 6.5 6.5V4.2H5zM9 4.2v2.3c0 .5.1 1 .3 1.4h5.4c.2-.4.3-.9.3-1.4V4.2zM12 13.6c-1.7 1.2-3 2.3-3 3.9v2l3-2.4 3 2.4v-2c0" +
      "-1.6-1.3-2.7-3-3.9z",
    words: "time timeline spacetime backtrack rapid long seasons transcendence dimensional",
  },
  clock: {
    d: "M12 1.8a10.2 10.2 0 1 1 0 20.4 10.2 10.2 0 0 1 0-20.4zm0 3a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4zM10.8 7h2.4v4.4l3.4 2" +
      "-1.2 2-4.6-2.7z",
    words: "watch pocket watchman midnight counter device",
  },
  potion: {
    d: "M8.5 1.5h7V4h-1.2v4.2l5.4 9.3c1.3 2.3-.2 5-2.7 5H7c-2.5 0-4-2.7-2.7-5l5.4-9.3V4H8.5zM8.7 14.5l-1.5 2.7c-.6 1.2.1 2.5 1.3 2.5" +
      "h7c1.2 0 1.9-1.3 1.3-2.5l-1.5-2.7z",
    words: "acid tonic brew addict ooze sprayer poison alchemist slime",
  },
  crown: {
    d: "M1.5 6l5.3 4L12 2.5 17.2 10l5.3-4-2.2 11.5H3.7zM4 19.3h16V22H4z",
    words: "king lord queen original myriad general grand heavens",
  },
  eye: {
    d: "M12 4.8C6.5 4.8 2.7 8.9 1 12c1.7 3.1 5.5 7.2 11 7.2s9.3-4.1 11-7.2c-1.7-3.1-5.5-7.2-11-7.2zm0 2.6a4.6 4.6 0 1 1 0 9.2 4.6 " +
      "4.6 0 0 1 0-9.2zm0 2.3a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z",
    words: "blink eavesdrop cyclops misdirection dont seer observatory into dispel trail false",
  },
  paw: {
    d: "M12 11.2c3.6 0 6.6 3.6 6.6 7 0 2.3-1.6 3.5-3.5 3.5-1.2 0-2.1-.5-3.1-.5s-1.9.5-3.1.5c-1.9 0-3.5-1.2-3.5-3.5 0-3.4 3-7 6.6-7z" +
      "M4 8.3a2.1 2.8 0 1 1 0 5.6 2.1 2.8 0 0 1 0-5.6zm5-6a2.3 3.1 0 1 1 0 6.2 2.3 3.1 0 0 1 0-6.2zm6 0a2.3 3.1 0 1 1 0 6.2 2.3 " +
      "3.1 0 0 1 0-6.2zm5 6a2.1 2.8 0 1 1 0 5.6 2.1 2.8 0 0 1 0-5.6z",
    words: "beast bear cat cub leopard companion tracks pangolin stoat rabbit rat leash burrow",
  },
  fox: {
    d: "M2.5 2l5.8 3.7h7.4L21.5 2l-.8 9-3.2 6.2L12 22.5l-5.5-5.3L3.3 11zM7.2 10.7c.4 2.6 2.2 3.2 3.7 2zm9.6 0-3.7 2c1.5 1.2 3.3.6 " +
      "3.7-2zM10.3 17.2h3.4L12 19.3z",
    words: "wolf hound dog hunter kobold",
  },
  antlers: {
    d: "M12 23c-2.2 0-3.8-1.5-4.3-4L6.5 14.5l-3-1.5c2-.9 3.7-.8 5 .2.3-1-.2-1.9-1.3-2.6C4 9.5 2.3 6.5 3.5 2l2 .5C5 5 5.5 6.6 6.8 7.6" +
      "L7 3h2l.6 7.5c.8.9 1.2 1.5 2.4 1.5s1.6-.6 2.4-1.5L15 3h2l.2 4.6C18.5 6.6 19 5 18.5 2.5l2-.5c1.2 4.5-.5 7.5-3.7 8.6-1.1.7" +
      "-1.6 1.6-1.3 2.6 1.3-1 3-1.1 5-.2l-3 1.5L16.3 19c-.5 2.5-2.1 4-4.3 4z",
    words: "deer stag elk hunt",
  },
  ox: {
    d: "M1.5 3c.5 3 2 4.5 5 4.7C8 6.3 10 6 12 6s4 .3 5.5 1.7c3-.2 4.5-1.7 5-4.7 1.5 4.5-.2 7.5-4 8.5-.1 4-1.5 8.5-3 10.3-1.5 1.5" +
      "-5.5 1.5-7 0-1.5-1.8-2.9-6.3-3-10.3C1.7 10.5 0 7.5 1.5 3zM8 11.5c.2 1.8 1.5 2.5 3 2zm8 0-3 2c1.5.5 2.8-.2 3-2zM9.5 17.5c0 " +
      "1.3.8 2 2.5 2s2.5-.7 2.5-2z",
    words: "plough bull cow behemoth",
  },
  fish: {
    d: "M1.5 12c3-5 7-6.5 10.5-6.5 3.3 0 5.7 1.8 7 3.8l3.7-3.8v13L19 14.7c-1.3 2-3.7 3.8-7 3.8-3.5 0-7.5-1.5-10.5-6.5zm5.7-2.7a1.5 " +
      "1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM11.5 8c1.5 2.7 1.5 5.3 0 8 3-2 3-6 0-8z",
    words: "merfolk carp shark",
  },
  turtle: {
    d: "M12 4.5c4.5 0 7.8 3 8.2 7.5 1.8-.2 2.8.8 2.8 2.2 0 1.3-1 2.1-2.8 2.3l1.3 3.5h-4l-1-2.5c-2.8.9-6.2.9-9 0l-1 2.5h-4l1.5-4C2.3 " +
      "15 1.5 13.8 1.8 12h2c.4-4.5 3.7-7.5 8.2-7.5zM9.5 7.5 7 11.5l2.5 3.5h5l2.5-3.5-2.5-4zm.9 1.7h3.2l1.5 2.4-1.5 2h-3.2l-1.5-2z",
    words: "shell tortoise armadillo hard",
  },
  frog: {
    d: "M7 4a3.2 3.2 0 0 1 3 2.2c1.3-.3 2.7-.3 4 0A3.2 3.2 0 1 1 19.4 9.5c2 1.6 3.1 3.7 3.1 6 0 4.2-4.6 6-10.5 6s-10.5-1.8-10.5-6c0" +
      "-2.3 1.1-4.4 3.1-6A3.2 3.2 0 0 1 7 4zm0 1.8a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm10 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z" +
      "M5.5 14c1.8 3.5 4 4.5 6.5 4.5s4.7-1 6.5-4.5c-2 1.7-4.2 2.3-6.5 2.3S7.5 15.7 5.5 14z",
    words: "toad marsh",
  },
  spider: {
    d: "M12 8.5a2.4 2.4 0 0 1 2.3 1.7L17.5 8l.8-4.5 1.6.3-1 5.3-3.9 2.7.1.7 4.7-.6 2.7 3-1.2 1.1-2.2-2.4-4.1.5a5 5 0 0 1-.2 1l3.6 " +
      "2.4.6 4.3-1.6.3-.5-3.6-2.9-1.9A3.2 3.2 0 0 1 12 18.5a3.2 3.2 0 0 1-2-1.9l-2.9 1.9-.5 3.6-1.6-.3.6-4.3 3.6-2.4a5 5 0 0 1-.2-1" +
      "l-4.1-.5-2.2 2.4L1.5 14.9l2.7-3 4.7.6.1-.7-3.9-2.7-1-5.3 1.6-.3.8 4.5 3.2 2.2A2.4 2.4 0 0 1 12 8.5z",
    words: "spiderling swarm silk web strider moth",
  },
  bird: {
    d: "M1.5 8.5c4-.8 7 .8 9 3.3C12 7 15.5 3.5 20 2.5c-.4 2.2-1 3.6-2 5l4.7 1.2-3.7 1.8C18 16.5 14 21 6.5 21.5c1.9-1.1 3.2-2.2 3.8" +
      "-3.6C5.5 17 2.5 13.5 1.5 8.5z",
    words: "hawk crane swift heron goose phoenix weathercock kite wing",
  },
  wing: {
    d: "M22.5 2.5c-6.5 0-11.5 2-14.5 6-2 2.7-3.5 6.5-6 11.5 3-2.3 5.7-3.3 8.2-3.5l-2.2 4c3.2-.8 5.8-2.3 7.5-4.5l-1.7 4.3c4.4-2.5 6.7" +
      "-6.5 6.7-10.8l-2 1.6c2-2.1 3.6-4.9 4-8.6z",
    words: "wings feathered flight updraft escape escaping sprint slip",
  },
  butterfly: {
    d: "M12 9.5C10 4.5 6 2.5 2 3c-.5 4.5 1 8 4.5 9C4 13 3.5 15 4 18.5c3.5 1 6.5-1 8-4.5 1.5 3.5 4.5 5.5 8 4.5.5-3.5 0-5.5-2.5-6.5 " +
      "3.5-1 5-4.5 4.5-9-4-.5-8 1.5-10 6.5zM11.2 11h1.6l.4 9.5h-2.4z",
    words: "dream dance waltz dancer sleeved",
  },
  bat: {
    d: "M12 8.5l1-2.5 1.2 2C17 5 20 5 23.2 7.3c-2.2 1-2.7 3-2.7 5.2-1.6-1-3.3-.8-4.3.7-1-.9-2-.6-2.5.6L12 19l-1.7-5.2c-.5-1.2-1.5" +
      "-1.5-2.5-.6-1-1.5-2.7-1.7-4.3-.7 0-2.2-.5-4.2-2.7-5.2C4 5 7 5 9.8 8L11 6z",
    words: "vampire night siphon drain",
  },
  serpent: {
    d: "M3.5 21.8C1 18.5 3 14.8 8 14.3c4-.4 6-.9 6-2.3s-2-1.8-5-1.8-4.7-1.5-4.7-4.1S6.8 1.5 11 1.5c4.7 0 8.5 1.7 8.5 5.2h-3.3C16 " +
      "5.3 14 4.6 11.5 4.6S8 5 8 6s1 1.2 3 1.2c4.2 0 6.8 1.8 6.8 5.1s-3.1 4.9-7.3 5.4c-2.7.3-3.7 1.4-3.3 2.8zM17.5 5.2h4l-1 2.5z",
    words: "snake worm charmer eel",
  },
  dragon: {
    d: "M2.5 22c0-6 2-9.5 6-11.5L5.5 5.5l5.3 1.7L11.5 2l3.5 5.2c4.2.5 7.3 3 8.3 6.8l-3.8 3-3.2-1.2-1.5 1.9c-2.2-1.2-3.8-.7-4.9.8-1 " +
      "1.5-1 2.5-1 3.5zM15.3 9.8a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
    words: "dragons drake wyrm hatching breath",
  },
  demon: {
    d: "M3 1.5c0 4.2 1.5 6.3 4 7.3 1.5-1 3-1.5 5-1.5s3.5.5 5 1.5c2.5-1 4-3.1 4-7.3 2.5 5.2 1.5 9.3-1.5 11.8.3 1 .5 2 .5 3 0 3.6-3.5 " +
      "6.2-8 6.2s-8-2.6-8-6.2c0-1 .2-2 .5-3C1.5 10.8.5 6.7 3 1.5zM7.2 12.8c0 3.2 2.2 3.8 4 2.6zm9.6 0-4 2.6c1.8 1.2 4 .6 4-2.6z" +
      "M8.5 18.5c1 1.3 2.2 1.8 3.5 1.8s2.5-.5 3.5-1.8z",
    words: "imp devil goblin succubus curse cursed forbidden ritual vengeful chaos seal seals sealed",
  },
  ghost: {
    d: "M12 1.8a8 8 0 0 0-8 8.2v12.3l2.7-2.1 2.6 2.1 2.7-2.1 2.7 2.1 2.6-2.1 2.7 2.1V10a8 8 0 0 0-8-8.2zM9 8.2a1.7 2.2 0 1 1 0 4.4 " +
      "1.7 2.2 0 0 1 0-4.4zm6 0a1.7 2.2 0 1 1 0 4.4 1.7 2.2 0 0 1 0-4.4z",
    words: "spirit soul phantom shade seance sprite realm souls shadow eerie misfortune binder god mist",
  },
  mask: {
    d: "M3 4c3 1 6 1.3 9 1.3S18 5 21 4c.5 9.3-3 15.5-9 18.5C6 19.5 2.5 13.3 3 4zM6.2 9.5c1.2 2 3.3 2 4.6.4-1.4-1.5-3.1-1.5-4.6-.4z" +
      "m11.6 0c-1.5-1.1-3.2-1.1-4.6.4 1.3 1.6 3.4 1.6 4.6-.4zM8 14.5c.8 2.5 2.2 3.7 4 3.7s3.2-1.2 4-3.7c-2.5 1.1-5.5 1.1-8 0z",
    words: "masked mimic prank trick scheme theft curtain call puppet doll porcelain dummy guest robes see",
  },
  hat: {
    d: "M12.5 1c1.3 4 2.8 8.3 4.5 12.3 2.5.7 5 1.8 6 3.2-2.5 2.6-6.5 4.2-11 4.2S3.5 19.1 1 16.5c1-1.4 3.5-2.5 6-3.2C9 9.3 11 5 12.5 " +
      "1zM8.3 14.3l-.9 2c2.9 1.1 6.3 1.1 9.2 0l-.9-2c-2.4.8-5 .8-7.4 0z",
    words: "wizard wizards mage mages witch apprentice archmage archmages sorcerer master scholar student elder priest",
  },
  helmet: {
    d: "M12 1.5c5 0 8.2 3.7 8.2 9.3v9L14 22.5V14h-4v8.5l-6.2-2.7v-9C3.8 5.2 7 1.5 12 1.5zM6.3 9.5V12h11.4V9.5z",
    words: "knight captain squire dwarf soldier arrogant construct",
  },
  person: {
    d: "M12 1.5a4.7 4.7 0 1 1 0 9.4 4.7 4.7 0 0 1 0-9.4zM3 22.5c0-6.5 3.5-10 9-10s9 3.5 9 10z",
    words: "neutral maker keeper peddler pedlar porter boy girl tailor collector burner reader ringer copyist bearer storyteller " +
      "friendship hedge monk walker walkers merchant old village giant",
  },
  hand: {
    d: "M8 11.5V5a1.6 1.6 0 0 1 3.2 0v5h.4V3.3a1.6 1.6 0 0 1 3.2 0V10h.4V5a1.6 1.6 0 0 1 3.2 0v6.5h.3V8.3a1.5 1.5 0 0 1 3 0V15c0 4.6" +
      "-3 7.7-7.2 7.7-3.6 0-5.5-1.5-7.2-4.6L3.5 13.3c-.9-1.6 1-3 2.3-1.7z",
    words: "give gift grasp take soothe gentle answer stand shares even divide humbled",
  },
  heart: {
    d: "M12 22C5 16.5 1.7 12.7 1.7 8.5A5.4 5.4 0 0 1 12 6a5.4 5.4 0 0 1 10.3 2.5c0 4.2-3.3 8-10.3 13.5z",
    words: "heal life love muse muses blood brave",
  },
  drop: {
    d: "M12 1.3c4.2 5.7 7.2 9.2 7.2 13.3a7.2 7.9 0 0 1-14.4 0c0-4.1 3-7.6 7.2-13.3zM7.7 14.3c0 3 1.7 5 4.3 5.4v-2.3c-1.2-.3-2-1.4-2" +
      "-3.1z",
    words: "mana rain ink torrent well price",
  },
  wave: {
    d: "M1 9c2.6 0 3.1-3.2 5.5-3.2S9.6 9 12 9s3.1-3.2 5.5-3.2S20.4 9 23 9v3.3c-2.6 0-3.1-3.2-5.5-3.2S14.4 12.3 12 12.3 8.9 9.1 6.5 " +
      "9.1 3.6 12.3 1 12.3zM1 15.7c2.6 0 3.1-3.2 5.5-3.2s3.1 3.2 5.5 3.2 3.1-3.2 5.5-3.2 2.9 3.2 5.5 3.2V19c-2.6 0-3.1-3.2-5.5-3.2" +
      "S14.4 19 12 19s-3.1-3.2-5.5-3.2S3.6 19 1 19z",
    words: "water river spring sea tide stream ripple current still lake pool undercurrent quagmire flowing mudslide ferry " +
      "ferryman cool",
  },
  mountain: {
    d: "M.8 21.5 8.5 5.5l3.7 6.3 3-4.8 8 14.5zM8.5 9.5 6.4 13.8l2.2 1.1 2.1-1.5z",
    words: "summit ridge rock bedrock landslide valley earth earthquake cairn boulder stone clay",
  },
  cloud: {
    d: "M7 19.5a5.2 5.2 0 0 1-.7-10.35A6.7 6.7 0 0 1 19 9.7a5 5 0 0 1-.8 9.8z",
    words: "clouds sky clear air dimension",
  },
  wind: {
    d: "M1.5 8.2h12.3a2 2 0 1 0-2-2H9.2a4.6 4.6 0 1 1 4.6 4.6H1.5zM1.5 12.3h17a4.2 4.2 0 1 1-4.2 4.2h2.6a1.6 1.6 0 1 0 1.6-1.6h-17z" +
      "M1.5 16.6h8.2a3.6 3.6 0 1 1-3.6 3.6h2.5a1.1 1.1 0 1 0 1.1-1.1H1.5z",
    words: "gust breeze tailwind crosswind whirlwind turbulence windfury elemental",
  },
  bolt: {
    d: "M14.5 1 4 13.8h6.2L8 23 20 9.2h-6.7z",
    words: "lightning thunder storm stormcaller chain blast charge imbalance overload",
  },
  moon: {
    d: "M15 2a10 10 0 1 0 7.2 13.4A8.6 8.6 0 0 1 15 2z",
    words: "moonfire tsukuyomi moonrise eclipse evening dark darkness black oblivion",
  },
  sun: {
    d: "M12 7.4a4.6 4.6 0 1 0 0 9.2 4.6 4.6 0 1 0 0 -9.2zM13 5.4 13 1 11 1 11 5.4zM17.4 8 20.5 4.9 19.1 3.5 16 6.6zM18.6 13 23 13 " +
      "23 11 18.6 11zM16 17.4 19.1 20.5 20.5 19.1 17.4 16zM11 18.6 11 23 13 23 13 18.6zM6.6 16 3.5 19.1 4.9 20.5 8 17.4zM5.4 11 1 " +
      "11 1 13 5.4 13zM8 6.6 4.9 3.5 3.5 4.9 6.6 8z",
    words: "amaterasu dawn morning summer day lawful hot after",
  },
  book: {
    d: "M1.8 4c3.5-1 7-.6 10.2 1.5C15.2 3.4 18.7 3 22.2 4v15.5c-3.5-1-7-.6-10.2 1.5-3.2-2.1-6.7-2.5-10.2-1.5zM11 7.4C9 6.2 6.6 5.9 " +
      "4.2 6.3v10.6c2.4-.4 4.8 0 6.8 1zM13 7.4v10.5c2-1 4.4-1.4 6.8-1V6.3c-2.4-.4-4.8-.1-6.8 1.1z",
    words: "grimoire codex journal knowledge formula bookkeeper endless invocation lesson",
  },
  scroll: {
    d: "M6 2h13a3 3 0 0 1 3 3v2.3h-4V19a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-2.3h3V5a3 3 0 0 1 1-3zM8 6v1.9h7V6zm0 4.2v1.9h7v-1.9zm0 4.2" +
      "v1.9h5v-1.9z",
    words: "scrolls letter notice poster wanted rune chant sutra map sworn occult plan bounty paper fortune",
  },
  wand: {
    d: "M3.3 22.5 1.5 20.7 12.3 9.9l1.8 1.8zM17 .8c.5 3.7 2 5.2 5.7 5.7-3.7.5-5.2 2-5.7 5.7-.5-3.7-2-5.2-5.7-5.7 3.7-.5 5.2-2 5.7" +
      "-5.7zM7 2.3c.3 2.1 1.1 2.9 3.2 3.2C8.1 5.8 7.3 6.6 7 8.7c-.3-2.1-1.1-2.9-3.2-3.2C5.9 5.2 6.7 4.4 7 2.3zm12 11.5c.3 2.1 1.1 " +
      "2.9 3.2 3.2-2.1.3-2.9 1.1-3.2 3.2-.3-2.1-1.1-2.9-3.2-3.2 2.1-.3 2.9-1.1 3.2-3.2z",
    words: "staff scepter rod spear power conductor",
  },
  orb: {
    d: "M12 1.5a8.3 8.3 0 0 1 5.7 14.3L19 19.7h1.5v2.8h-17v-2.8H5l1.3-3.9A8.3 8.3 0 0 1 12 1.5zM7.8 8.2c-.8 2.2 0 3.8 1.1 4.9-.2" +
      "-2.7.9-5.4 4.3-7.6-2.2-.3-4.6.7-5.4 2.7z",
    words: "sphere ball reflection mirror lens arcane armillary",
  },
  spiral: {
    d: "M12.1 12.4 12.2 12.7 12.1 12.9 11.9 13.1 11.6 13.3 11.1 13.4 10.6 13.2 10 12.9 9.6 12.3 9.4 11.4 9.5 10.5 9.9 9.6 10.6 8.8 " +
      "11.7 8.3 13 8.1 14.3 8.4 15.6 9.2 16.5 10.4 17.1 11.9 17.1 13.6 16.5 15.3 15.3 16.8 13.7 17.9 11.7 18.4 9.5 18.2 7.5 17.3 " +
      "5.8 15.7 4.6 13.5 4.3 11 4.8 8.5 6.1 6.1 8.2 4.3 10.9 3.2 13.8 3.1 16.8 3.9 19.5 5.8 20.6 4.2 17.6 2.1 14.1 1.1 10.5 1.3 " +
      "7.2 2.6 4.6 4.8 2.9 7.8 2.3 11 2.7 14.1 4.2 16.9 6.3 18.9 9 20.2 11.8 20.4 14.5 19.8 16.7 18.3 18.3 16.3 19.1 14 19.1 11.6 " +
      "18.3 9.4 16.9 7.7 15.1 6.6 13.1 6.1 11.1 6.4 9.5 7.2 8.2 8.5 7.5 10 7.4 11.6 7.8 13.1 8.6 14.3 9.7 15 11 15.4 12.2 15.2 " +
      "13.2 14.7 13.9 13.9 14.2 13 14.1 12.3z",
    words: "portal echo unstable shift shifting resurgence wheel transcend another survival",
  },
  portal: {
    d: "M4 22.5V10a8 8 0 0 1 16 0v12.5h-3.3V10a4.7 4.7 0 0 0-9.4 0v12.5zM9 22.5V11a3 3 0 0 1 6 0v11.5zM12.7 15.5v2h1v-2z",
    words: "gate door house home roof road shop farmstead monastery tavern sale profiteering mysterious",
  },
  tower: {
    d: "M5.5 2h3.2v2.5h1.7V2h3.2v2.5h1.7V2h3.2v6L17 10v9h2v3.5H5V19h2v-9L5.5 8zM10.2 12.3V17h3.6v-4.7a1.8 1.8 0 0 0-3.6 0z",
    words: "wall castle granary windmill toppling",
  },
  arrow: {
    d: "M22.5 1.5 21 9l-2.3-2.3L7.8 17.6l1 3.2-2 2-1.7-3.9-3.9-1.7 2-2 3.2 1L17.3 5.3 15 3z",
    words: "arrows missile missiles shot bullets shooting aim throwing wild",
  },
  bow: {
    d: "M6.3 1.5C14 3 18 7.5 18 12s-4 9-11.7 10.5l-.6-2.3C12 18.8 15.5 15.5 15.5 12S12 5.2 5.7 3.8zM4 2.5h1.5v19H4zM6.5 11.1h7.7v1.8" +
      "H6.5zM19 8.7 23.5 12 19 15.3z",
    words: "archer ranger horn",
  },
  axe: {
    d: "M15.2 1.7l2.1 2.1-1.6 1.6c3.5 0 6 1.5 7.1 4.7-2.6 0-4.7.8-6.3 2.6L14 10.2 4.8 21.7l-2.5-2.5L13.8 10 11.3 7.5 9.5 5.2c2-1.5 4" +
      "-1.8 4-1.8z",
    words: "weapon sawtooth ravager pirate",
  },
  hammer: {
    d: "M3.5 3h13l4 3v4.2l-4 1H13.3V22.5H9.5V11.2H6L3.5 9z",
    words: "forge smith craft work devastating rubble quake",
  },
  gear: {
    d: "M9.5 4.4 9.8 1.2 14.2 1.2 14.5 4.4 15.6 4.9 18.1 2.8 21.2 5.9 19.1 8.4 19.6 9.5 22.8 9.8 22.8 14.2 19.6 14.5 19.1 15.6 21.2 " +
      "18.1 18.1 21.2 15.6 19.1 14.5 19.6 14.2 22.8 9.8 22.8 9.5 19.6 8.4 19.1 5.9 21.2 2.8 18.1 4.9 15.6 4.4 14.5 1.2 14.2 1.2 " +
      "9.8 4.4 9.5 4.9 8.4 2.8 5.9 5.9 2.8 8.4 4.9zM12 8.4a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 1 0 0 -7.2z",
    words: "machine lock mechanism",
  },
  key: {
    d: "M7.3 6.8a5.2 5.2 0 0 1 5 3.7H22.7v3.2h-2v3.1h-3.2v-3.1h-5.2A5.2 5.2 0 1 1 7.3 6.8zm0 3.2a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
    words: "unlock secret secrets",
  },
  lock: {
    d: "M6.5 10V7.2a5.5 5.5 0 0 1 11 0V10H19.5v12.5h-15V10zm3 0h5V7.2a2.5 2.5 0 0 0-5 0zM12 13.3a1.9 1.9 0 0 0-1.1 3.4V19.2h2.2v-2.5" +
      "A1.9 1.9 0 0 0 12 13.3z",
    words: "imprisoned box closed pawnbroker",
  },
  coin: {
    d: "M12 1.8a10.2 10.2 0 1 1 0 20.4 10.2 10.2 0 0 1 0-20.4zm0 2.2a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 5.5a6.5 6.5 0 1 1 0 13 6.5 " +
      "6.5 0 0 1 0-13zM9.3 9.3v5.4h5.4V9.3z",
    words: "gold money toll greedy debt lot purse fair mine never spoils",
  },
  die: {
    d: "M4 2.5h16A1.5 1.5 0 0 1 21.5 4v16a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 20V4A1.5 1.5 0 0 1 4 2.5zM7.3 5.5a1.8 1.8 0 1 0 " +
      "0 3.6 1.8 1.8 0 1 0 0 -3.6zM16.7 5.5a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 1 0 0 -3.6zM12 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 1 0 0 " +
      "-3.6zM7.3 14.9a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 1 0 0 -3.6zM16.7 14.9a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 1 0 0 -3.6z",
    words: "dice loaded gamble gambler chance",
  },
  flower: {
    d: "M12 9.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 1 0 0 -5.2zM12 8.7C7.6 4.8 8.9 1.9 12 0.8C15.1 1.9 16.4 4.8 12 8.7zM14.9 10.3C16.1 " +
      "4.5 19.2 4.2 21.7 6.4C22.3 9.6 20.5 12.2 14.9 10.3zM14.9 13.6C20.5 11.8 22.3 14.4 21.7 17.6C19.2 19.8 16.1 19.5 14.9 13.6z" +
      "M12 15.3C16.4 19.2 15.1 22.1 12 23.2C8.9 22.1 7.6 19.2 12 15.3zM9.1 13.7C7.9 19.5 4.8 19.8 2.3 17.6C1.7 14.4 3.5 11.8 9.1 " +
      "13.7zM9.1 10.3C3.5 12.2 1.7 9.6 2.3 6.4C4.8 4.2 7.9 4.5 9.1 10.3z",
    words: "bloom lotus blossom garden fertile field furrow",
  },
  tree: {
    d: "M12 .8 18.3 9h-3l4.2 5h-3.8l5.3 6.3h-7v2.9h-4v-2.9H3L8.3 14H4.5l4.2-5h-3z",
    words: "treant oak woods wood root gnarled moss grove grovekeeper forest",
  },
  mushroom: {
    d: "M12 2C6 2 1.8 6 1.8 11c0 1.6 1 2.6 2.5 2.6H9l-1 6.2c0 1.6 1.5 2.7 4 2.7s4-1.1 4-2.7l-1-6.2h4.7c1.5 0 2.5-1 2.5-2.6 0-5-4.2-9" +
      "-10.2-9zM8 6a1.9 1.9 0 1 1 0 3.8A1.9 1.9 0 0 1 8 6zm7.2-1a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2z",
    words: "spore rot fungus",
  },
  feather: {
    d: "M21.8 2.2C14 2.2 6.8 6.3 5.4 14L1.8 21.3l1.7 1 3.6-5.1c6.7 1 11.3-2.5 12.8-7.2h-4.3l5.1-2c.7-1.8 1.1-3.7 1.1-5.8zM17 6.8 " +
      "8.7 14.5 7.6 13.4z",
    words: "quill verdict words",
  },
  bell: {
    d: "M12 1.3a2.2 2.2 0 0 1 2.2 2.2c3 1 5 3.6 5 7.1v5l2.3 3.2h-19l2.3-3.2v-5c0-3.5 2-6.1 5-7.1A2.2 2.2 0 0 1 12 1.3zM9.2 20.2h5.6" +
      "a2.8 2.8 0 0 1-5.6 0z",
    words: "rumble warning alarm",
  },
  drum: {
    d: "M12 3c5.5 0 10 1.8 10 4v10c0 2.2-4.5 4-10 4S2 19.2 2 17V7c0-2.2 4.5-4 10-4zm0 2c-4 0-7.5 1-7.5 2S8 9 12 9s7.5-1 7.5-2S16 5 " +
      "12 5zM4.5 10.5l3 7.5 3-6.5 1.5 7 1.5-7 3 6.5 3-7.5-1.3.7-1.7 3.6-2.2-3.2-2.3.4-2.3-.4-2.2 3.2-1.7-3.6z",
    words: "music song firecrackers",
  },
  note: {
    d: "M8.7 4l11.8-2v13.5a3.6 3.1 0 1 1-2.7-3V7.3l-6.4 1.1V18a3.6 3.1 0 1 1-2.7-3z",
    words: "perfect",
  },
  lantern: {
    d: "M8.5 1.5h7V4H13.3v1H16l2 3v11.5l-2 3H8l-2-3V8l2-3h2.7V4H8.5zM8.8 8.5v10.7h6.4V8.5zM12 10.3c.6 1.6 2.3 2.4 2.3 4.2a2.3 2.4 0 " +
      "0 1-4.6 0c0-1.8 1.7-2.6 2.3-4.2z",
    words: "lamp candle",
  },
  cup: {
    d: "M5.8 2h12.4v2.5h3.6c0 4.2-1.5 6.8-4.5 7.3C16.3 13.6 15 14.7 13.5 15.2v3.3H17V22H7v-3.5h3.5v-3.3C9 14.7 7.7 13.6 6.7 11.8c-3" +
      "-.5-4.5-3.1-4.5-7.3h3.6zM4.8 6.8c.3 1 .7 1.8 1.4 2.3l-.4-2.3zm13.4 0-.4 2.3c.7-.5 1.1-1.3 1.4-2.3z",
    words: "goblet trophy smashed victory",
  },
  jar: {
    d: "M7 1.5h10V5h-1.5l3.7 4.5c1 3.5.3 8-2.2 11.5-.8 1-1.8 1.5-3 1.5h-4c-1.2 0-2.2-.5-3-1.5C4.5 17.5 3.8 13 4.8 9.5L8.5 5H7zM7.2 " +
      "11v2.5h9.6V11z",
    words: "pot vase urn sack",
  },
  boat: {
    d: "M10.8 1.5v12.7H2.5c1-5.2 4-10 8.3-12.7zm2.4 2.7c3.7 2.2 6.3 5.8 7.3 10h-7.3zM1 16.2h22l-2.7 5.8H4.2z",
    words: "sail ship",
  },
  anchor: {
    d: "M12 1.3a3.1 3.1 0 0 1 1.5 5.8V9h3.7v2.7h-3.7v7c3-.5 4.7-2.2 5.2-4.6l-2.2 1.6L20 11l3.2 5-2.1-.3C20 20 16.5 22.7 12 22.7S4 " +
      "20 2.9 15.7l-2.1.3L4 11l3.5 4.7-2.2-1.6c.5 2.4 2.2 4.1 5.2 4.6v-7H6.8V9h3.7V7.1A3.1 3.1 0 0 1 12 1.3zm0 2a1.1 1.1 0 1 0 0 " +
      "2.2 1.1 1.1 0 0 0 0-2.2z",
    words: "harbour",
  },
  totem: {
    d: "M6 1.5h12V6.5h3V10h-3v3h2v3.2h-2v6.3H6v-6.3H4V13h2v-3H3V6.5h3zM8.7 4v2.2h2.4V4zm4.2 0v2.2h2.4V4zM8.7 9.5V11.3h6.6V9.5zm0 4.3" +
      "v2.3h2.4v-2.3zm4.2 0v2.3h2.4v-2.3zM9.5 18.5V20h5v-1.5z",
    words: "carver idol statue lion",
  },
  ring: {
    d: "M8.3 1.5h7.4L18.3 5l-3.5 3.2a7.6 7.6 0 1 1-5.6 0L5.7 5zM12 10.3a5 5 0 1 0 0 10 5 5 0 0 0 0-10z",
    words: "band wedding",
  },
  banner: {
    d: "M4 1.5h2.5v1.2H21l-4 5 4 5H6.5v9.8H4z",
    words: "flag begin first",
  },
  comet: {
    d: "M16.5 9.5a6 6 0 1 1-8.5 8.4 6 6 0 0 1 8.5-8.4zM22.5 1.5c-1 3.5-2.5 5.5-4.7 7.5a8 8 0 0 0-2.2-1.7zM17.5 1.5c-.8 2.5-2 4.2-4 " +
      "5.7a8 8 0 0 0-2.3.4zM22.7 7.5c-1 2-2 3.2-3.5 4.2a8 8 0 0 0-.7-1.8z",
    words: "falling meteor barrage",
  },
  gate: {
    d: "M2 3h20v3.5h-2.5V9H22v2.8h-2.5V22h-3.8V11.8H8.3V22H4.5V11.8H2V9h2.5V6.5H2zM8.3 6.5V9h7.4V6.5z",
    words: "temple shrine",
  },
  infinity: {
    d: "M6.8 7c2.3 0 3.9 1.5 5.2 3.2C13.3 8.5 14.9 7 17.2 7c3 0 5.3 2.2 5.3 5s-2.3 5-5.3 5c-2.3 0-3.9-1.5-5.2-3.2C10.7 15.5 9.1 17 " +
      "6.8 17c-3 0-5.3-2.2-5.3-5s2.3-5 5.3-5zm0 2.8a2.2 2.2 0 1 0 0 4.4c1.2 0 2.2-.9 3.3-2.2-1.1-1.3-2.1-2.2-3.3-2.2zm10.4 0c-1.2 0" +
      "-2.2.9-3.3 2.2 1.1 1.3 2.1 2.2 3.3 2.2a2.2 2.2 0 1 0 0-4.4z",
    words: "eternal absolute perpetual",
  },
  spade: {
    d: "M12 1.5C9.5 4.6 2.6 9.4 2.6 14.2a4.7 4.7 0 0 0 8.2 3c-.2 2-.9 3.7-2.3 5.3h7c-1.4-1.6-2.1-3.3-2.3-5.3a4.7 4.7 0 0 0 8.2-3" +
      "C21.4 9.4 14.5 4.6 12 1.5z",
    words: "spades",
  },
  club: {
    d: "M12 1.5a4.8 4.8 0 0 1 3.9 7.6 4.8 4.8 0 1 1-2.6 8.2c.2 2 .9 3.6 2.2 5.2h-7c1.3-1.6 2-3.2 2.2-5.2a4.8 4.8 0 1 1-2.6-8.2A4.8 " +
      "4.8 0 0 1 12 1.5z",
    words: "clubs",
  },
  diamond: {
    d: "M12 1.3 20 12 12 22.7 4 12z",
    words: "diamonds",
  },
};
