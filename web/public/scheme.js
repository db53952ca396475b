// Sets light or dark before the first paint, and follows the system while the page is open. A separate file, because
// the content security policy forbids inline scripts.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let scheme = "auto";
    try {
      scheme = localStorage.getItem("mantine-color-scheme-value") ?? "auto";
    } catch {}
    const dark = scheme === "dark" || (scheme !== "light" && system.matches);
    document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
  };
  apply();
  system.addEventListener("change", apply);
})();
