// What the page does by itself: it says when the server is gone, lights up what belongs together, and
// runs on Ctrl+Enter. Everything else is the server's.
(() => {
  const find = (role) => document.querySelector(`[data-role=${role}]`);
  const tell = (text) => {
    const place = find("lost");
    if (!place) return;
    place.textContent = text;
    place.style.display = text ? "" : "none";
  };

  // -- the server is gone, or was started anew ---------------------------------------------------------
  let gone = false, hurried = false;
  const watch = async () => {
    if (!gone) return;
    try {
      const answer = await fetch("/favicon.ico", { cache: "no-store" });
      if (answer.status === 401) {
        tell("Brillig was started anew with another address. Open the address that it printed: " +
             "sentences, grammars and answers are kept there.");
        return;
      }
      // Now, not when the socket tries again by itself, which it does ever less often.
      if (gone && !hurried) window.socket.disconnect().connect();
      hurried = true;
    } catch (error) { /* not back yet */ }
    setTimeout(watch, 1000);
  };
  const lost = () => {
    if (gone) return;
    gone = true;
    hurried = false;
    const stop = find("stop");
    sessionStorage.setItem("brillig-lost", stop && stop.offsetParent ? "running" : "idle");
    tell("The connection to Brillig is lost. What you have done is kept; the page goes on when it is back.");
    setTimeout(watch, 1000);
  };
  const listen = () => {
    if (!window.socket) return setTimeout(listen, 200);
    window.socket.on("disconnect", lost);
    window.socket.on("connect", () => {
      gone = false;
      // A server that was started anew has the page loaded again at once; else only the connection was away.
      setTimeout(() => {
        if (gone) return;
        sessionStorage.removeItem("brillig-lost");
        tell("");
      }, 4000);
    });
  };
  const ready = () => {
    listen();
    const was = sessionStorage.getItem("brillig-lost");
    sessionStorage.removeItem("brillig-lost");
    if (was) {
      tell("Brillig was away and is back. Everything that was here is here again" +
           (was === "running" ? "; the search that was running has to be started again." : "."));
      setTimeout(() => tell(""), 15000);
    }
  };

  // -- what belongs together lights up -----------------------------------------------------------------
  const light = (token) => {
    document.querySelectorAll(".lit").forEach((element) => element.classList.remove("lit"));
    if (!token) return;
    document.querySelectorAll("[data-light]").forEach((element) => {
      if (element.dataset.light.split(" ").includes(token)) element.classList.add("lit");
    });
  };
  const over = (event) => {
    const element = event.target.closest && event.target.closest("[data-light]");
    light(element && element.dataset.light.split(" ")[0]);
  };
  document.addEventListener("pointerover", over);
  document.addEventListener("focusin", over);

  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      const button = find("find");
      if (button && !button.disabled) button.click();
    }
  });
  // -- scrolling and copying ---------------------------------------------------------------------------
  const show = (selector) => setTimeout(() => {
    const element = document.querySelector(selector);
    if (!element) return;
    const { top } = element.getBoundingClientRect();
    if (top < 48 || top > innerHeight - 120) element.scrollIntoView({ block: "start" });
  }, 60);
  // The focus is never lost: where what had it is gone or asleep, it goes to what comes next.
  const refocus = (selector) => setTimeout(() => {
    const active = document.activeElement;
    const is_lost = !active || active === document.body || active.disabled || !active.offsetParent;
    const next = document.querySelector(selector);
    if (is_lost && next) next.focus({ preventScroll: true });
  }, 60);
  const copy = (text) => {
    const by_hand = () => {  // on addresses that are not secure there is no clipboard
      const field = document.createElement("textarea");
      const active = document.activeElement;
      field.value = text;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
      if (active) active.focus();
    };
    window.brillig.copied = text;
    if (navigator.clipboard) navigator.clipboard.writeText(text).catch(by_hand);
    else by_hand();
  };
  // A text put into a field as if it were typed: the browser's own undo brings back the one before.
  const type = (field, text) => {
    const active = document.activeElement;
    field.focus({ preventScroll: true });
    field.select();
    if (!document.execCommand("insertText", false, text)) {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (active && active !== field) active.focus({ preventScroll: true });
  };
  window.brillig = { ready, show, refocus, copy, type };
})();
