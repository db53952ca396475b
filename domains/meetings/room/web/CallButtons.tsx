import { Button, Group } from "@mantine/core";
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconScreenShare,
  IconScreenShareOff,
  IconVideo,
  IconVideoOff,
} from "@tabler/icons-react";
import type { OwnMediaView } from "./ownMedia.ts";
import type { Call } from "./runCall.ts";
import { roomTexts as texts } from "./texts.ts";

/** Sound, picture, screen, and the way out. */
export function CallButtons({ own, call }: { own: OwnMediaView; call: Call }) {
  const { isMuted, hasMicrophone, isCameraOn, hasCamera, isSharing, canShare } = own;
  const isSilent = isMuted || !hasMicrophone;
  return (
    <Group gap="xs" role="group" aria-label={texts.controls}>
      <Button
        variant={isSilent ? "filled" : "default"}
        leftSection={isSilent ? <IconMicrophoneOff size={16} aria-hidden /> : <IconMicrophone size={16} aria-hidden />}
        onClick={() => void call.toggleMute()}
      >
        {isSilent ? texts.unmute : texts.mute}
      </Button>
      {(hasCamera || isCameraOn) && (
        <Button
          variant={isCameraOn ? "default" : "filled"}
          leftSection={isCameraOn ? <IconVideo size={16} aria-hidden /> : <IconVideoOff size={16} aria-hidden />}
          onClick={() => void call.toggleCamera()}
        >
          {isCameraOn ? texts.cameraOff : texts.cameraOn}
        </Button>
      )}
      {canShare && (
        <Button
          variant={isSharing ? "filled" : "default"}
          leftSection={
            isSharing ? <IconScreenShareOff size={16} aria-hidden /> : <IconScreenShare size={16} aria-hidden />
          }
          onClick={() => void call.toggleSharing()}
        >
          {isSharing ? texts.stopSharing : texts.share}
        </Button>
      )}
      <Button color="red" leftSection={<IconPhoneOff size={16} aria-hidden />} onClick={call.leave}>
        {texts.leave}
      </Button>
    </Group>
  );
}
