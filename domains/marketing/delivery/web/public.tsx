import { lazy, Suspense } from "react";

const DomainRecordsOnDemand = lazy(async () => ({ default: (await import("./DomainRecords.tsx")).DomainRecords }));

/** Loaded where it is shown. */
export function DomainRecords() {
  return (
    <Suspense>
      <DomainRecordsOnDemand />
    </Suspense>
  );
}

export { domainTexts } from "./texts.ts";
