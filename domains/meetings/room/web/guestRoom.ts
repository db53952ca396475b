import type { EnteredRoom, RoomNews } from "../contract.ts";
import { type CallView, endedPhases } from "./callView.ts";
import type { MediaChoice } from "./ownMedia.ts";
import { playSound } from "./playSound.ts";
import { type Call, type CallTransport, RefusedEntry, runCall } from "./runCall.ts";
import { mediaWords, type OtherSide, peerWords, roomTexts, stateWords } from "./texts.ts";

/** Runs on the page of a meeting for its customer, which the server renders: `/j/{token}`. */

const byId = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;

function begin(room: HTMLElement, form: HTMLFormElement): void {
  const link = location.pathname.slice("/j/".length);
  const name = room.dataset.business ?? "";
  const other: OtherSide = { name, inWords: name, number: room.dataset.number ?? "", isHost: true };
  const seatName = `meeting seat ${link.split(".")[0]}`;
  const [own, remote] = [byId<HTMLVideoElement>("own"), byId<HTMLVideoElement>("remote")];
  const button = (id: string) => byId<HTMLButtonElement>(id);
  let call: Call | undefined;

  const setButton = (id: string, label: string, isOff: boolean, isShown = true) => {
    const element = button(id);
    element.textContent = label;
    element.toggleAttribute("data-off", isOff);
    element.hidden = !isShown;
  };
  const setText = (id: string, text: string) => {
    const element = byId(id);
    if (element.textContent !== text) element.textContent = text;
    element.hidden = text === "";
  };
  const setChoices = (id: string, kind: string, choices: readonly MediaChoice[], selected: string) => {
    const select = byId<HTMLSelectElement>(id);
    const labels = choices.map(({ label }, at) => label || roomTexts.unnamedDevice(kind, at + 1));
    if (select.dataset.shown !== labels.join("\n"))
      select.replaceChildren(...choices.map((one, at) => new Option(labels[at], one.id)));
    select.dataset.shown = labels.join("\n");
    select.value = selected;
    (select.parentElement as HTMLElement).hidden = choices.length < 2;
  };
  const show = (view: CallView) => {
    const hasEnded = endedPhases.includes(view.phase);
    document.body.dataset.phase = view.phase;
    setText("state", stateWords(view, other));
    setText("peer-state", peerWords(view, name));
    setText("problem", mediaWords(view.own));
    byId("stage").hidden = hasEnded;
    byId("controls").hidden = hasEnded;
    byId("devices").hidden = hasEnded;
    button("again").hidden = !(view.phase === "left" || view.phase === "replaced" || view.phase === "refused");
    button("retry").hidden = view.phase !== "blocked";
    if (own.srcObject !== (view.own?.preview ?? null)) own.srcObject = view.own?.preview ?? null;
    own.parentElement?.toggleAttribute("data-empty", !view.own?.preview);
    own.toggleAttribute("data-mirrored", !view.own?.isSharing);
    if (remote.srcObject !== view.remote) {
      remote.srcObject = view.remote;
      if (view.remote) void playSound(remote).then((isAudible) => (button("sound").hidden = isAudible));
    }
    remote.hidden = view.phase !== "connected" && view.phase !== "reconnecting";
    remote.toggleAttribute("data-empty", !view.peer.hasCamera);
    if (!view.own) return;
    const { isMuted, hasMicrophone, isCameraOn, hasCamera, isSharing, canShare } = view.own;
    const isSilent = isMuted || !hasMicrophone;
    setButton("mute", isSilent ? roomTexts.unmute : roomTexts.mute, isSilent);
    setButton("camera", isCameraOn ? roomTexts.cameraOff : roomTexts.cameraOn, !isCameraOn, hasCamera || isCameraOn);
    setButton("share", isSharing ? roomTexts.stopSharing : roomTexts.share, isSharing, canShare);
    setChoices("cameras", roomTexts.camera, view.own.cameras, view.own.camera_id);
    setChoices("microphones", roomTexts.microphone, view.own.microphones, view.own.microphone_id);
  };
  const join = () => {
    form.hidden = true;
    byId("intro").hidden = true;
    room.hidden = false;
    document.body.classList.add("in-room");
    call = runCall({ transport: guestTransport(link), isPolite: true, seatName, onChange: show });
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    join();
    byId("state").focus();
  });
  button("mute").addEventListener("click", () => void call?.toggleMute());
  button("camera").addEventListener("click", () => void call?.toggleCamera());
  button("share").addEventListener("click", () => void call?.toggleSharing());
  button("retry").addEventListener("click", () => call?.retry());
  button("again").addEventListener("click", join);
  button("leave").addEventListener("click", () => {
    call?.leave();
    button("again").focus();
  });
  button("sound").addEventListener("click", () => {
    remote.muted = false;
    button("sound").hidden = true;
  });
  byId<HTMLSelectElement>("cameras").addEventListener("change", ({ target }) =>
    call?.chooseCamera((target as HTMLSelectElement).value),
  );
  byId<HTMLSelectElement>("microphones").addEventListener("change", ({ target }) =>
    call?.chooseMicrophone((target as HTMLSelectElement).value),
  );
  // A page that was reloaded goes back in.
  if (sessionStorage.getItem(seatName)) join();
}

const [room, form] = [document.getElementById("room"), document.getElementById("join")];
if (room && form instanceof HTMLFormElement) begin(room, form);

const texts = {
  unknown: "This link doesn't work. Open the link in the last message you got.",
  early: "It's too early to join. Reload this page when the meeting begins.",
  full: "Too many people opened this link. Try again in a minute.",
  tooMany: "You joined too often. Try again in a few minutes.",
} as const;

type Refusals = { readonly state: "early" | "over" | "full" };

/** The customer's way to the server: plain requests with the link of their page. */
function guestTransport(link: string): CallTransport {
  async function post<Answer>(path: string, body: object, signal?: AbortSignal): Promise<Answer> {
    const answer = await fetch(`/j/room/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ link, ...body }),
      ...(signal && { signal }),
      keepalive: path === "leave",
    });
    if ([403, 404, 422].includes(answer.status)) throw new RefusedEntry("refused", texts.unknown);
    if (answer.status === 429 && path === "enter") throw new RefusedEntry("refused", texts.tooMany);
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
    return (await answer.json()) as Answer;
  }
  return {
    async enter(seat) {
      const entered = await post<(EnteredRoom & { state: "in" | "waiting" }) | Refusals>("enter", seat ? { seat } : {});
      if ("seat" in entered) return entered;
      if (entered.state === "over")
        throw new RefusedEntry(
          "over",
          stateWords({ phase: "over", refusal: "" }, { name: "", inWords: "", number: "", isHost: true }),
        );
      throw new RefusedEntry("refused", texts[entered.state]);
    },
    exchange: (request, signal) => post<RoomNews>("exchange", request, signal),
    leave: (seat) => void post("leave", { seat }).catch(() => undefined),
  };
}
