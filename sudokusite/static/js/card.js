// The code of a login card after the # of the address, from its QR code, moves into the form. The person sends it:
// opening an address logs nobody in.

const page = document.querySelector("[data-card-page]");
const code = location.hash.slice(1);

if (page && /^[\w-]{22}$/.test(code)) {
  history.replaceState(null, "", location.pathname);
  const form = page.querySelector("[data-card-form]");
  if (form) {
    form.elements.code.value = code;
    form.hidden = false;
    page.querySelector("[data-typed-form]").hidden = true;
    page.querySelector("[role=alert]")?.remove();
    form.querySelector("button").focus();
  }
}
