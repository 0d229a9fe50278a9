/** The CSRF token as the cookie holds it now: it changes at login, so it is read at each send. */
export function csrfToken() {
  const found = document.cookie.match(/(?:^|; )csrftoken=([^;]*)/);
  return found ? decodeURIComponent(found[1]) : "";
}
