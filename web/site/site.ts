/** All the script of the public site. Without it everything can still be read and reached. */

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
  // A link to a part of this page leaves the menu where it is.
  menu.addEventListener("click", ({ target }) => target instanceof Element && target.closest("a") && close());
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close();
  });
  document.addEventListener("click", ({ target }) => target instanceof Node && !menu.contains(target) && close());
}

const header = document.querySelector<HTMLElement>("[data-header]");
const toTop = document.querySelector<HTMLButtonElement>("[data-to-top]");

function follow(): void {
  header?.toggleAttribute("data-raised", window.scrollY > header.offsetHeight);
  if (toTop) toTop.hidden = window.scrollY <= 500;
}

window.addEventListener("scroll", follow, { passive: true });
follow();

toTop?.addEventListener("click", () => {
  window.scrollTo({ top: 0 });
  // The button is about to vanish, and the focus would with it.
  document.querySelector<HTMLElement>(".brand")?.focus({ preventScroll: true });
});

/** Under this name the app keeps its token; whoever has one needs no second sign-in. */
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
