import { NativeSelect } from "@mantine/core";
import type { MediaChoice, OwnMediaView } from "./ownMedia.ts";
import classes from "./RoomScreen.module.css";
import type { Call } from "./runCall.ts";
import { roomTexts as texts } from "./texts.ts";

/** Which camera and which microphone, for those who have several. */
export function DeviceChoices({ own, call }: { own: OwnMediaView; call: Call }) {
  const choicesOf = (kind: string, choices: readonly MediaChoice[]) =>
    choices.map(({ id, label }, at) => ({ value: id, label: label || texts.unnamedDevice(kind, at + 1) }));
  return (
    <div className={classes.devices}>
      {own.cameras.length > 1 && (
        <NativeSelect
          label={texts.camera}
          data={choicesOf(texts.camera, own.cameras)}
          value={own.camera_id}
          onChange={({ currentTarget }) => void call.chooseCamera(currentTarget.value)}
        />
      )}
      {own.microphones.length > 1 && (
        <NativeSelect
          label={texts.microphone}
          data={choicesOf(texts.microphone, own.microphones)}
          value={own.microphone_id}
          onChange={({ currentTarget }) => void call.chooseMicrophone(currentTarget.value)}
        />
      )}
    </div>
  );
}
