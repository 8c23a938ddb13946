/** What of the page may come after its first question: see later.js. */
import { Animator } from "./animate.js";
import { benchPanel, stepsPanel } from "./bench.js";
import { backToEnd, ending } from "./ending.js";
import { hall } from "./hall.js";
import { arrive } from "./later.js";
import { ownTable, welcome } from "./lobby.js";
import { pushPanel } from "./push.js";
import { Sounds } from "./sound.js";
import { listenTo } from "./touch.js";

arrive({
  ...{ backToEnd, benchPanel, ending, hall, listenTo, ownTable, pushPanel, stepsPanel, welcome },
  animatorOf: (root, speed, heard) => new Animator(root, speed, heard),
  soundsOf: (volume) => new Sounds(volume),
});
