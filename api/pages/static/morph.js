// Turns an element's content into new HTML by changing only what differs: what stays keeps its focus, its selection,
// its scroll position and its place, and pictures that are shown already are not loaded again. What a script has made
// the reader's own (data-own) is left as it is.

const KEPT = { DETAILS: ["open"], INPUT: ["value", "checked"] };

function alike(one, other) {
  return one.nodeType === other.nodeType && one.nodeName === other.nodeName && (one.id || "") === (other.id || "");
}

function sameAttributes(one, other) {
  const kept = KEPT[one.nodeName] ?? [];
  for (const { name, value } of [...other.attributes]) {
    if (!kept.includes(name) && one.getAttribute(name) !== value) one.setAttribute(name, value);
  }
  for (const { name } of [...one.attributes]) {
    if (!kept.includes(name) && !other.hasAttribute(name)) one.removeAttribute(name);
  }
}

function become(one, other) {
  if (one.isEqualNode(other)) return;
  if (one.nodeType !== Node.ELEMENT_NODE) {
    one.nodeValue = other.nodeValue;
    return;
  }
  if ("own" in one.dataset) return;
  sameAttributes(one, other);
  contents(one, other);
}

// What stands here and is wanted later is kept: the new goes before it. What is not wanted any more is taken away.
function contents(parent, wanted) {
  const nodes = [...wanted.childNodes];
  let here = parent.firstChild;
  nodes.forEach((next, place) => {
    while (here && !alike(here, next) && !nodes.slice(place + 1).some((later) => alike(here, later))) here = removed(here);
    if (here && alike(here, next)) {
      const after = here.nextSibling;
      become(here, next);
      here = after;
    } else {
      parent.insertBefore(next, here);
    }
  });
  while (here) here = removed(here);
}

function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

export function morph(element, html) {
  const wanted = document.createElement("template");
  wanted.innerHTML = html;
  contents(element, wanted.content);
}
