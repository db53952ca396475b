// Sets light or dark before the first paint, and follows the system while the page is open. A file of its own, because
// the content security policy allows no inline script.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    let scheme = "auto";
    try {
      scheme = localStorage.getItem("mantine-color-scheme-value") ?? "auto";
    } catch {}
    const dark = scheme === "dark" || (scheme !== "light" && system.matches);
    document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
  };
  follow();
  system.addEventListener("change", follow);
})();
