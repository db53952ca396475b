import { Button } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { firstRun } from "../contract.ts";
import { leftOf } from "../rules.ts";
import { firstRunTexts as texts } from "./texts.ts";

/** In the settings: brings back the list that the owner hid, while steps are left. */
export function ShowFirstRun() {
  const { data } = useCall(firstRun.steps);
  const mayShow = useCan(firstRun.hide);
  const show = useSend(firstRun.hide, { invalidates: [firstRun.steps], quiet: "success" });
  if (!data) return null;
  const left = leftOf(data.steps);
  return (
    <>
      <span>{texts.done(data.steps.length - left, data.steps.length)}</span>
      {mayShow && left > 0 && data.hidden === 1 && (
        <Button variant="default" loading={show.isPending} onClick={() => show.mutate({ body: { hidden: 0 } })}>
          {texts.settings.show}
        </Button>
      )}
    </>
  );
}
