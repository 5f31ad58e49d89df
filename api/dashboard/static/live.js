// Keeps the live parts of a page fresh: each element with data-live is replaced by what that address sends.
// The server renders every part, so there is one renderer; an unchanged part costs a 304 without a body.

const PERIOD = 1000;
const PATIENCE = 15000;

async function refresh(part, state) {
  const headers = state.tag ? { "If-None-Match": state.tag } : {};
  const response = await fetch(part.dataset.live, { headers, cache: "no-store" });
  if (response.status === 304) return;
  if (!response.ok) throw new Error(`the service answered ${response.status}`);
  state.tag = response.headers.get("ETag");
  replace(part, await response.text());
}

function replace(part, html) {
  const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
  const open = [...part.querySelectorAll("details")].map((element) => element.open);
  part.innerHTML = html;
  part.querySelectorAll("details").forEach((element, index) => { element.open = open[index] ?? element.open; });
  if (focused) document.getElementById(focused)?.focus();
}

async function follow(part) {
  const state = { tag: null };
  let pause = PERIOD;
  for (;;) {
    await new Promise((resolve) => { setTimeout(resolve, pause); });
    if (document.hidden) continue;
    try {
      await refresh(part, state);
      pause = PERIOD;
      delete part.dataset.stale;
    } catch (error) {
      pause = Math.min(2 * pause, PATIENCE);
      part.dataset.stale = error.message;
    }
  }
}

document.querySelectorAll("[data-live]").forEach(follow);
