// The list of keys, from the page of help: few ask for it twice.

/** Show the list, fetched the first time. A promise, broken where it cannot be had. */
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
