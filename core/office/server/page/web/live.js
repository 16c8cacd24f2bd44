"use strict";
// New rows as they come: the server renders the parts that changed, this puts them in their place.
const news = new EventSource("/office/events");
news.addEventListener("news", (e) => { const part = JSON.parse(e.data); document.getElementById("part-" + part.part).innerHTML = part.html; });
news.addEventListener("out", () => { news.close(); location.reload(); });
