/** The page of practice without a connection: that of the table, with another link, and a choice of games in the place of the lobby. */
import "./socket.js";
import "./chooser.js";
import "../table/app.js";
