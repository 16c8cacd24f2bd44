// Reads the page again when the bank says that something changed. Everything else is plain links and forms.
(() => {
  const live = document.getElementById("live");
  if (!live || !window.EventSource) return;
  let reading = false;
  let changed = false;
  const lost = (yes) => document.body.classList.toggle("is-lost", yes);

  async function read() {
    changed = true;
    if (reading) return;
    reading = true;
    while (changed) {
      changed = false;
      try {
        const reply = await fetch(location.href, { headers: { Accept: "text/html" } });
        if (!reply.ok) continue;
        const page = new DOMParser().parseFromString(await reply.text(), "text/html");
        const fresh = page.getElementById("live");
        lost(false);
        if (!fresh || fresh.innerHTML === live.innerHTML) continue;
        const focused = document.activeElement && live.contains(document.activeElement) && document.activeElement.id;
        live.replaceChildren(...fresh.childNodes);
        const again = focused && document.getElementById(focused);
        if (again) again.focus();
      } catch {
        lost(true);
      }
    }
    reading = false;
  }

  const events = new EventSource(live.dataset.events);
  events.onopen = read;
  events.onmessage = read;
  events.onerror = () => lost(true);
})();
