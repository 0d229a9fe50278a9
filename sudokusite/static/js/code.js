// A login code after the # of the address, from a QR code, moves into the field. The person sends the form: opening
// an address logs nobody in.

const form = document.querySelector("[data-code-form]");
const code = location.hash.slice(1);

if (form && /^[0-9a-z-]{6,7}$/i.test(code)) {
  form.elements.code.value = code.length === 6 ? `${code.slice(0, 3)}-${code.slice(3)}` : code;
  history.replaceState(null, "", location.pathname + location.search);
  form.querySelector("button").focus();
}
