import { Skeleton } from "@mantine/core";
import { type ComponentProps, Suspense } from "react";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";

// Loaded lazily: nobody needs it before a chat is opened.
const Tags = lazyNamed(() => import("./TagsOfChat.tsx"), "TagsOfChat");

/** A chat's tags, with controls to add and remove them. */
export function ChatTags(props: ComponentProps<typeof Tags>) {
  return (
    <Suspense fallback={<Skeleton height={28} />}>
      <Tags key={props.chat_id} {...props} />
    </Suspense>
  );
}
