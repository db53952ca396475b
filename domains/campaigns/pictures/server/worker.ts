import { worker } from "#core/server/domainManifest.ts";
import { sweepPicturesJob } from "./jobs.ts";
import { sweepPictures } from "./sweepPictures.ts";

export const pictureWorkers = [worker(sweepPicturesJob, sweepPictures, { schedule: "41 4 * * *" })];
