"use strict";
// New rows as they come: the server renders them, this puts them in their place.
const news = new EventSource("/office/events");
news.addEventListener("news", (e) => { document.getElementById("live").innerHTML = e.data; });
news.addEventListener("out", () => { news.close(); location.reload(); });
