// Keeps the live parts of a page fresh: each element with data-live becomes what that address sends.
// The server renders every part, so there is one renderer; an unchanged part costs a 304 without a body.
// Whatever goes wrong is said in the line above the part, with the age of what it shows; it is asked for again until it comes.

import { gettext } from "./language.js";
import { morph } from "./morph.js";

const PERIOD = 1500;
const PATIENCE = 15000;
const TIMEOUT = 5000;
const SLOW_AFTER = 10000;

async function refresh(part, state) {
  const headers = { "If-None-Match": state.tag };
  const response = await fetch(part.dataset.live, { headers, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) });
  if (response.redirected) throw new Gone(gettext("you are signed out; reload the page to sign in"));
  if (response.status === 304) return false;
  if (response.status === 404) throw new Gone(gettext("it is no longer there: it was deleted"));
  if (!response.ok) throw new Error(gettext("the service answered %(status)s", { status: response.status }));
  const html = await response.text();
  state.tag = response.headers.get("ETag");
  morph(part, html);
  return true;
}

class Gone extends Error {}

function ageOf(since) {
  const seconds = Math.round((Date.now() - since) / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

function reasonOf(error) {
  if (error instanceof Gone) return error.message;
  if (error.name === "TimeoutError") return gettext("the service is slow to answer");
  return error instanceof TypeError ? gettext("the service cannot be reached") : error.message;
}

// Ends early when the page comes back into view: what it shows may be hours old.
function waitFor(milliseconds) {
  return new Promise((resolve) => {
    const end = () => { clearTimeout(timer); document.removeEventListener("visibilitychange", end); resolve(); };
    const timer = setTimeout(end, milliseconds);
    document.addEventListener("visibilitychange", end);
  });
}

async function follow(part) {
  const state = { tag: part.dataset.tag, fresh: Date.now() };
  const note = part.previousElementSibling;
  let pause = PERIOD;
  const say = (text, stale) => {
    if (note.textContent !== text) note.textContent = text;
    part.toggleAttribute("data-stale", stale);
  };
  say(gettext("Live"), false);
  for (;;) {
    await waitFor(pause);
    if (document.hidden) continue;
    if (Date.now() - state.fresh > SLOW_AFTER && !("stale" in part.dataset)) say(gettext("Shown as of %(age)s ago.", { age: ageOf(state.fresh) }), true);
    try {
      const changed = await refresh(part, state);
      state.fresh = Date.now();
      pause = changed ? PERIOD : Math.min(1.2 * pause, 2 * PERIOD);
      say(gettext("Live"), false);
    } catch (error) {
      say(gettext("Not up to date: %(reason)s. Shown as of %(age)s ago.", { reason: reasonOf(error), age: ageOf(state.fresh) }), true);
      if (error instanceof Gone) return;
      pause = Math.min(2 * pause, PATIENCE);
    }
  }
}

document.querySelectorAll("[data-live]").forEach(follow);
