// Before anything is painted: leads who is signed in from a drawn form into the app, and who isn't from the app to the
// login. A file of its own, because the content security policy allows no inline script.
(() => {
  const drawn = document.currentScript.hasAttribute("data-drawn");
  let signedIn = false;
  try {
    signedIn = localStorage.getItem("auth_token") !== null;
  } catch {}
  const isOpen = /^\/(login|register|forgot-password|invitation)(\/|$)/.test(location.pathname);
  if (drawn ? signedIn : !signedIn && !isOpen) {
    document.documentElement.style.visibility = "hidden";
    location.replace(drawn ? "/dashboard" : "/login");
  }
  // Until the app is there, the browser would send the form itself.
  addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    event.target.setAttribute("data-sent", "");
  });
})();
