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
  // -- undo in the boxes for sentences -----------------------------------------------------------------
  // Their own: the browser's mixes up what a script puts into a field, and needs seconds for a long text.
  const MOST_STEPS = 100, PAUSE = 1000;
  const histories = new WeakMap();
  const is_box = (field) => field instanceof HTMLTextAreaElement && field.closest(".sentence-field");
  const as_it_is = (field) => ({ text: field.value, from: field.selectionStart, to: field.selectionEnd });
  const history_of = (field) => {
    if (!histories.has(field)) histories.set(field, { now: as_it_is(field), past: [], future: [], last: -PAUSE });
    return histories.get(field);
  };
  // Letters of a line typed one after the other are undone together.
  const note = (field) => {
    const one = history_of(field), now = as_it_is(field), when = performance.now();
    if (now.text !== one.now.text) {
      const typed = Math.abs(now.text.length - one.now.text.length) <= 1 && when - one.last < PAUSE
        && now.text[now.from - 1] !== "\n";
      if (!typed) one.past.push(one.now);
      if (one.past.length > MOST_STEPS) one.past.shift();
      one.future = [];
      one.last = when;
    }
    one.now = now;
  };
  const put = (field, { text, from, to }) => {
    field.value = text;
    if (document.activeElement === field) field.setSelectionRange(from, to);
    // The second one says that no more is coming: the server need not wait for it.
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  };
  const go = (field, back) => {
    note(field);  // the server may have put another text there
    const one = history_of(field);
    const [source, target] = back ? [one.past, one.future] : [one.future, one.past];
    if (!source.length) return;
    target.push(one.now);
    one.now = source.pop();
    one.last = -PAUSE;
    put(field, one.now);
  };
  document.addEventListener("focusin", (event) => is_box(event.target) && note(event.target));
  document.addEventListener("input", (event) => is_box(event.target) && note(event.target));
  document.addEventListener("beforeinput", (event) => {
    if (!is_box(event.target)) return;
    if (!event.inputType.startsWith("history")) return note(event.target);
    event.preventDefault();
    go(event.target, event.inputType === "historyUndo");
  });
  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !is_box(event.target)) return;
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    go(event.target, key === "z" && !event.shiftKey);
  });
  // Another text, as if it had been pasted over all: one step of undo.
  const type = (field, text) => {
    note(field);
    history_of(field).last = -PAUSE;
    put(field, { text, from: text.length, to: text.length });
    history_of(field).last = -PAUSE;
  };
  window.brillig = { ready, show, refocus, copy, type };
})();
