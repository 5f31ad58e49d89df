// Says a text in the language of the page. Texts are written in English, which nothing is loaded for.

const language = document.documentElement.lang;
const texts = language === "en" ? {} : await catalogue();

async function catalogue() {
  try {
    const response = await fetch(`/texts/${language}.json`, { signal: AbortSignal.timeout(5000) });
    return response.ok ? await response.json() : {};
  } catch {
    return {};
  }
}

export function gettext(text, values = {}) {
  return (texts[text] ?? text).replace(/%\((\w+)\)s/g, (_, name) => values[name]);
}
