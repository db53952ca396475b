// Runs in the frame: shows replies as they come, and finds the conversation again on another page of the website.
(() => {
  const key = `rooftop ${location.pathname.split("/")[2]}`;
  // Browsers may refuse storage to frames.
  const stored = (act) => {
    try {
      return act(sessionStorage);
    } catch {
      return null;
    }
  };
  if (document.getElementById("ended")) stored((storage) => storage.removeItem(key));
  const resume = document.getElementById("resume");
  const token = stored((storage) => storage.getItem(key));
  if (resume && token) {
    resume.elements.namedItem("session").value = token;
    resume.hidden = false;
  }
  const form = document.getElementById("answers");
  if (!form) return;
  const log = document.getElementById("messages");
  const session = form.elements.namedItem("session").value;
  stored((storage) => storage.setItem(key, session));
  const part = (name, text) => {
    const element = document.createElement(name);
    element.textContent = text;
    return element;
  };
  const itemOf = ({ id, isOurs, text, files, time }) => {
    const item = document.createElement("li");
    item.dataset.id = id;
    if (isOurs) item.className = "us";
    item.append(part("b", isOurs ? form.dataset.business : form.dataset.you), " ", part("time", time), part("p", text));
    if (files) item.append(part("p", files));
    return item;
  };
  const show = (messages) => {
    const ids = messages.map(({ id }) => id);
    for (const item of [...log.children]) if (!ids.includes(item.dataset.id)) item.remove();
    messages.forEach((message, at) => {
      if (log.children[at]?.dataset.id !== message.id) log.insertBefore(itemOf(message), log.children[at] ?? null);
    });
    log.lastElementChild?.scrollIntoView({ block: "nearest" });
  };
  const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const [button, waiting] = [form.querySelector("button"), document.getElementById("waiting")];
  const setWaiting = (isWaiting) => {
    waiting.hidden = !isWaiting;
    button.hidden = isWaiting;
  };
  (async () => {
    setWaiting(true);
    let seen = "";
    // After a quarter of an hour without a message the button is enough.
    let until = Date.now() + 900_000;
    while (Date.now() < until) {
      const askedAt = Date.now();
      const body = new URLSearchParams({ session, seen });
      const answer = await fetch(`${form.action}/next`, { method: "POST", body }).catch(() => null);
      if (answer?.status === 410) return form.submit();
      if (answer?.ok) {
        const { messages, seen: newest } = await answer.json();
        if (newest !== seen) until = Date.now() + 900_000;
        seen = newest;
        show(messages);
      }
      // A busy server answers at once instead of waiting.
      await pause(answer?.ok ? (Date.now() - askedAt < 3000 ? 4 : 1) : 10);
      if (document.hidden)
        await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
    }
    setWaiting(false);
  })();
})();
