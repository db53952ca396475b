/** The public site's only script. The site stays fully readable and navigable without it. */

const menus = [...document.querySelectorAll<HTMLDetailsElement>("[data-menu]")];

for (const menu of menus) {
  const close = () => {
    menu.open = false;
  };
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    close();
    menu.querySelector("summary")?.focus();
  });
  // A link to an anchor on this page doesn't reload it, so close the menu.
  menu.addEventListener("click", ({ target }) => target instanceof Element && target.closest("a") && close());
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close();
  });
  document.addEventListener("click", ({ target }) => target instanceof Node && !menu.contains(target) && close());
}

const header = document.querySelector<HTMLElement>("[data-header]");
const toTop = document.querySelector<HTMLButtonElement>("[data-to-top]");

function updateOnScroll(): void {
  header?.toggleAttribute("data-raised", window.scrollY > header.offsetHeight);
  if (toTop) toTop.hidden = window.scrollY <= 500;
}

window.addEventListener("scroll", updateOnScroll, { passive: true });
updateOnScroll();

toTop?.addEventListener("click", () => {
  window.scrollTo({ top: 0 });
  // The button is about to be hidden, which would lose the focus.
  document.querySelector<HTMLElement>(".brand")?.focus({ preventScroll: true });
});

/** `auth_token` is the key under which the app stores its session token. */
function isSignedIn(): boolean {
  try {
    return localStorage.getItem("auth_token") !== null;
  } catch {
    return false;
  }
}

if (isSignedIn()) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-login]")) {
    link.textContent = "Open Rooftop";
    link.href = "/dashboard";
  }
}
