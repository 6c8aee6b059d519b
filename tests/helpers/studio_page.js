// Clicking and writing on the page as the tests do it: nothing is lost, whatever the server is about to change.
// Each function takes `done` as its last argument (studio_browser.py).

const frame = () => new Promise((go_on) => requestAnimationFrame(go_on));

// Notes what is sent, and whether the server no longer had what was clicked. It answers an event before it
// sends what the event changed: an element that goes before the answer was gone before the event.
const watch = () => {
  if (window.brilligWatch || !window.socket) return;
  const state = window.brilligWatch = { sent: 0, written: 0, clicked: [], lost: false };
  const gone = new Set();
  window.socket.on("update", (changed) => {
    for (const [id, element] of Object.entries(changed)) if (element === null) gone.add(id);
  });
  const emit = window.socket.emit;
  window.socket.emit = function (name, message, ...others) {
    if (name !== "event" || others.length) return emit.call(this, name, message, ...others);
    state.sent += 1;
    return emit.call(this, name, message, () => {
      state.lost ||= gone.has(String(message.id)) && state.clicked.includes(`c${message.id}`);
    });
  };
};

// The server has handled all that was sent, and what that changed is on the screen: it sends changes soon after
// the answer to the event, so before the answers to two more.
const settle = async () => {
  watch();
  for (let turn = 0; window.socket && turn < 3; turn++) {
    const news = { client_id: window.clientId, next_message_id: window.nextMessageId };
    await new Promise((go_on) => window.socket.emit("ack", news, go_on));
  }
  await frame();
};

const press = (hit, place) => {
  const send = (Kind, name) => hit.dispatchEvent(
    new Kind(name, { bubbles: true, cancelable: true, composed: true, view: window, detail: 1, ...place }));
  send(PointerEvent, "pointerover");
  send(PointerEvent, "pointerdown");
  if (send(MouseEvent, "mousedown")) {
    const taker = hit.closest("button, a[href], input, textarea, select, [tabindex]");
    if (taker) taker.focus({ preventScroll: true });
    else document.activeElement.blur();
  }
  send(PointerEvent, "pointerup");
  send(MouseEvent, "mouseup");
  send(MouseEvent, "click");
};

// Clicks in one go, so that nothing moves between a look and the click; else why it cannot be clicked now.
const click = async (element, done) => {
  await settle();
  if (!element.isConnected) return done("it is gone");
  if (element.closest(":disabled, .disabled, [aria-disabled=true]")) return done("it is asleep");
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const box = element.getBoundingClientRect();
  const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  const hit = document.elementFromPoint(place.clientX, place.clientY);
  const whole = element.closest("label, .q-field") || element;  // a field holds what has its role
  if (hit === null) return done("it is not on the screen");
  if (!whole.contains(hit)) return done(`above it is ${hit.outerHTML.slice(0, 200)}`);
  if (window.brilligWatch) {
    window.brilligWatch.lost = false;
    const clicked = window.brilligWatch.clicked = [];
    for (let part = hit; part; part = part.parentElement) clicked.push(part.id);
  }
  press(hit, place);
  done("");
};

const settled = (done) => settle().then(done);

const was_lost = (done) => settle().then(() => done(Boolean(window.brilligWatch && window.brilligWatch.lost)));

// Writes as a paste does; false where the field is gone.
const write = async (field, text, done) => {
  await settle();
  if (!field.isConnected) return done(false);
  const kind = field.tagName === "TEXTAREA" ? HTMLTextAreaElement : HTMLInputElement;
  window.brilligWatch.written = window.brilligWatch.sent;
  Object.getOwnPropertyDescriptor(kind.prototype, "value").set.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  done(true);
};

// Until the server has read what was written: a field waits a little for more, and sends nothing new.
const read = async (done) => {
  const began = performance.now(), state = window.brilligWatch;
  while (state && state.sent === state.written && performance.now() - began < 600) await frame();
  await settle();
  done();
};
