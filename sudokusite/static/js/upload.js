// Grids to import: files are chosen, dropped or pasted, and listed with their numbers of lines before they are sent.

const NEWLINE = 10;

const zone = document.querySelector("[data-drop]");
const field = zone.querySelector("input");
const list = zone.querySelector("[data-files]");

// Read in pieces: a file may be larger than the memory of a school laptop.
async function countLines(file) {
  const reader = file.stream().getReader();
  let count = 0;
  let last = NEWLINE;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return last === NEWLINE ? count : count + 1;
    for (const byte of value) {
      if (byte === NEWLINE) count += 1;
      last = byte;
    }
  }
}

async function listFiles() {
  const rows = [...field.files].map((file) => {
    const row = document.createElement("li");
    const name = document.createElement("strong");
    name.textContent = file.name;
    row.append(name);
    return { file, row };
  });
  list.replaceChildren(...rows.map(({ row }) => row));
  for (const { file, row } of rows) {
    const count = await countLines(file);
    const text = interpolate(
      ngettext("%(count)s line", "%(count)s lines", count),
      { count: count.toLocaleString(document.documentElement.lang) },
      true,
    );
    row.append(` · ${text}`);
  }
}

for (const type of ["dragenter", "dragover"]) {
  zone.addEventListener(type, () => zone.classList.add("is-over"));
}
for (const type of ["dragleave", "drop"]) zone.addEventListener(type, () => zone.classList.remove("is-over"));
field.addEventListener("change", listFiles);

function take(files) {
  field.files = files;
  listFiles();
}

// Beside the zone a file would replace the page.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  take(event.dataTransfer.files);
});

// Pasted anywhere: files are chosen, text goes where grids are pasted.
addEventListener("paste", (event) => {
  if (event.clipboardData.files.length) {
    event.preventDefault();
    take(event.clipboardData.files);
  } else if (!event.target.closest("input, textarea")) {
    const text = document.querySelector("textarea[name=text]");
    text.value += event.clipboardData.getData("text");
    text.focus();
  }
});

zone.dataset.ready = "";
// A page that comes back from the browser's history keeps its files.
listFiles();
