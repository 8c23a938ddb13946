/**
 * What cannot wait for the modules of the page, and stands in the page itself: the connection is opened, who has come to do something
 * (such as to play a game) comes in and does it. What is heard before `Link` takes over is kept for it.
 */
window.connect = () => {
  const { socket, language } = JSON.parse(document.getElementById("page").textContent);
  const columns = Math.floor((innerWidth - 40) / 8); // text is told here as a terminal of this width would say it
  const made = new WebSocket(socket, ["v1.evennia.com"]);
  const send = (name, args, said) => made.send(JSON.stringify([name, args, said]));
  made.heard = [];
  made.onmessage = ({ data }) => {
    made.heard.push(data);
    if (!window.errand || !data.startsWith('["logged_in"')) return;
    send("text", [window.errand], {});
    window.errand = "";
  };
  made.addEventListener("open", () => {
    send("client_options", [], { screenwidth: Math.max(20, Math.min(80, columns)) });
    send("chrono_subscribe", [], { language, text: false });
  });
  return made;
};

/** What the page is opened for, once: a line to type as soon as one is in. */
window.errand = JSON.parse(document.getElementById("page").textContent).errand ?? "";
if (window.errand) history.replaceState(null, "", "/webclient/");

window.connection = window.connect();
window.connection.addEventListener("open", ({ target }) => {
  const { guest } = JSON.parse(document.getElementById("page").textContent);
  if (!window.errand || !guest) return;
  for (const line of [guest, window.errand]) target.send(JSON.stringify(["text", [line], {}])); // one behind the other, and no wait between
  window.errand = "";
});
