/** Number of repetitions and duration per measurement. */
export type Bounds = {
  list_repetitions: number
  /** Unmeasured runs per list. */
  warm_ups: number
  /** A list, a report or a kind of search that takes longer gets fewer repetitions, at least five. */
  seconds_per_call: number
  conversations: number
  report_repetitions: number
  /** Distinct searches of each kind, and repetitions of each. */
  searches: number
  search_repetitions: number
  notes: number
  sockets: number
  fan_outs: number
  memory_after_s: number
  mail_seconds: number
  mail_connections: number
  mail_patience_s: number
  arrival_seconds: number
  arrivals_per_second: number
  socket_load: SocketLoad
  /** Whether to count statements per call, which takes another start of the server. They don't depend on the size. */
  counts_statements: boolean
}

/** How many sockets one web process is given, and what it is measured with. */
export type SocketLoad = {
  /** Ascending. */
  steps: number[]
  per_client: number
  rest_seconds: number
  event_seconds: number
  events_per_second: number
  /** No more sockets after a step whose p99 is longer, from an event to a socket. */
  most_p99_ms: number
}

const socketLoad: SocketLoad = {
  steps: [250, 500, 1000, 2000, 4000],
  per_client: 1000,
  // The server checks the session of each socket every 20 seconds.
  rest_seconds: 20,
  // Enough that the p99 isn't that of the slowest event alone.
  event_seconds: 40,
  events_per_second: 4,
  most_p99_ms: 250,
}

/** One size in depth. */
export const defaultBounds: Bounds = {
  list_repetitions: 100,
  warm_ups: 2,
  seconds_per_call: 60,
  conversations: 200,
  report_repetitions: 40,
  searches: 25,
  search_repetitions: 4,
  notes: 200,
  sockets: 100,
  fan_outs: 50,
  memory_after_s: 60,
  mail_seconds: 30,
  mail_connections: 8,
  mail_patience_s: 300,
  arrival_seconds: 30,
  arrivals_per_second: 20,
  socket_load: socketLoad,
  counts_statements: true,
}

/** One of several sizes: a third of the samples, so that four sizes take less than an hour. Most lines are medians over many calls. */
export const curveBounds: Bounds = {
  ...defaultBounds,
  list_repetitions: 30,
  seconds_per_call: 3,
  report_repetitions: 20,
  counts_statements: false,
  searches: 15,
  search_repetitions: 3,
}
