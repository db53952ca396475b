import type pg from "pg";

/** The faults the simulated carrier injects. */
export interface Fault {
  /** Milliseconds until a send gets its response. */
  readonly answer_delay?: number | undefined;
  /** Milliseconds by which every callback is delayed. */
  readonly delay?: number | undefined;
  /** How many extra times every callback is delivered. */
  readonly duplicate?: number | undefined;
  /** Status reports are never delivered. */
  readonly lose?: boolean | undefined;
  /** Status reports are delivered in reverse order. */
  readonly shuffle?: boolean | undefined;
  /** The text is accepted, but the response is lost. */
  readonly lose_answer?: boolean | undefined;
  /** The send never reaches the carrier. */
  readonly lose_request?: boolean | undefined;
  /** An error code: 3xxxx comes later, in a status report; any other is the response to the send. */
  readonly refuse?: string | undefined;
}

/** The fault set for a phone; an empty `phone` applies to all. */
export type PhoneFault = { readonly phone: string } & Fault;

interface FaultRow {
  phone: string;
  fault: Fault;
}

/** A phone's own fault, or else the one set for all phones. */
export async function faultOf(pool: pg.Pool, phone: string): Promise<Fault> {
  const { rows } = await pool.query<FaultRow>(
    "select phone, fault from simulated_faults where phone in ($1, '') order by phone desc limit 1",
    [phone],
  );
  return rows[0]?.fault ?? {};
}

export async function listFaults(pool: pg.Pool): Promise<PhoneFault[]> {
  const { rows } = await pool.query<FaultRow>("select phone, fault from simulated_faults order by phone");
  return rows.map(({ phone, fault }) => ({ phone, ...fault }));
}

/** Sets the fault of a phone, or of all phones when `phone` is empty; an empty fault clears it. */
export async function setFault(pool: pg.Pool, phone: string, fault: Fault): Promise<void> {
  if (Object.values(fault).some(Boolean)) {
    await pool.query(
      "insert into simulated_faults (phone, fault) values ($1, $2) on conflict (phone) do update set fault = excluded.fault",
      [phone, fault],
    );
  } else {
    await pool.query("delete from simulated_faults where phone = $1", [phone]);
  }
}

export async function clearFaults(pool: pg.Pool): Promise<void> {
  await pool.query("delete from simulated_faults");
}
