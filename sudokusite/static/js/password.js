// A button in every password field that shows what is typed.

const template = document.getElementById("show-password");

function setShown(field, button, shown) {
  field.type = shown ? "text" : "password";
  button.setAttribute("aria-pressed", String(shown));
  button.textContent = shown ? template.dataset.hide : template.dataset.show;
}

function addButton(field) {
  const frame = document.createElement("div");
  frame.className = "password";
  field.replaceWith(frame);
  frame.append(field, template.content.cloneNode(true));
  const button = frame.querySelector("button");
  button.setAttribute("aria-controls", field.id);
  button.addEventListener("click", () => {
    setShown(field, button, field.type === "password");
    field.focus();
  });
  // Sent as a password field, so that no browser offers the text for completion later.
  field.form.addEventListener("submit", () => setShown(field, button, false));
}

// replaceWith would lose the focus.
const focused = document.activeElement;
document.querySelectorAll("input[type=password]").forEach(addButton);
if (focused?.type === "password") focused.focus();
