import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Gives the carrier back the numbers whose time in parking is over. */
export const giveBackNumbersJob = job("numberShop.giveBackNumbers", z.object({}), { retries: 0 });
