// The list of keys, loaded from the help page.

/** Show the list, loaded the first time. Rejects when it cannot be loaded. */
export async function showKeys() {
  const dialog = document.getElementById("keys-dialog");
  const body = dialog.querySelector("[data-source]");
  if (!body.childElementCount) {
    const answer = await fetch(body.dataset.source);
    const table = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(
      ".keys-table",
    );
    body.replaceChildren(document.adoptNode(table));
  }
  if (!dialog.open) dialog.showModal();
}
