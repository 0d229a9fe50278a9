// Copy buttons beside texts. Over plain http pages have no clipboard, so execCommand is tried as well; if neither works,
// the text is left selected.

function showButtons() {
  for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
}

async function copy(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const isCopied = await copy(document.getElementById(button.dataset.copy));
  const name = button.textContent;
  button.textContent = isCopied
    ? gettext("Copied.")
    : gettext("Select the text and copy it: this browser does not let the page do it.");
  setTimeout(() => Object.assign(button, { textContent: name }), 2500);
});

document.addEventListener("htmx:afterSwap", showButtons);
showButtons();
