// Before the first paint: redirects signed-in people from a prerendered form to the app, and everybody else from the app
// to the login. A separate file, because the content security policy forbids inline scripts.
(() => {
  const isPrerenderedForm = document.currentScript.hasAttribute("data-drawn");
  let signedIn = false;
  try {
    signedIn = localStorage.getItem("auth_token") !== null;
  } catch {}
  const isPublic = /^\/(login|register|forgot-password|invitation|kiosk)(\/|$)/.test(location.pathname);
  if (isPrerenderedForm ? signedIn : !signedIn && !isPublic) {
    document.documentElement.style.visibility = "hidden";
    // The address asked for is where signing in leads; core/web/layout/askedAddress.ts judges it there.
    const { pathname, search, hash } = location;
    const isStart = /^\/(dashboard|inbox\/all|admin\/dashboard)?$/.test(pathname + search + hash);
    const login = isStart ? "/login" : `/login?next=${encodeURIComponent(pathname + search + hash)}`;
    location.replace(isPrerenderedForm ? `/dashboard${search}` : login);
  }
  // Until the app has loaded, the browser would submit the form natively. The app submits it once it takes over.
  addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    event.target.setAttribute("data-sent", "");
  });
})();
