// Says what is known of the tours that the home page's form asks for.
const form = document.querySelector("form.quick");
const known = document.querySelector(".known");

async function ask() {
  const board = form.elements.board.value.trim();
  const query = new URLSearchParams({ tours: form.elements.tours.value });
  const answer = await fetch(`${form.dataset.boards}/${encodeURIComponent(board)}?${query}`);
  const facts = answer.ok ? await answer.json() : {};
  known.textContent = facts.answer ?? facts.unknown ?? "";
  known.hidden = !known.textContent;
}

form?.addEventListener("change", () => ask().catch(() => { known.hidden = true; }));
