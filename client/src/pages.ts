import type { CallOptions } from './call.ts'

type Page<Row> = { results: Row[]; next_cursor?: string | null; page?: number; total_pages?: number }
type Paged<Given, Row> = (input: Given, options?: CallOptions) => Promise<Page<Row>>

/** Every row of a list, fetched page by page as it is asked for: `for await (const contact of each(parley.listContacts)) …` */
export async function* each<Given extends { query?: object }, Row>(
  list: Paged<Given, Row>,
  ...[input, options]: Record<never, never> extends Given
    ? [input?: Given, options?: CallOptions]
    : [input: Given, options?: CallOptions]
): AsyncGenerator<Row, void, void> {
  for await (const page of eachPage(list, input ?? ({} as Given), options)) yield* page.results // nothing is asked for then
}

/** The same by whole pages. A cursor leads on where the list has one, so that rows that come in between neither repeat nor hide others. */
export async function* eachPage<Given extends { query?: object }, Row>(
  list: Paged<Given, Row>,
  input: Given,
  options?: CallOptions,
): AsyncGenerator<Page<Row>, void, void> {
  let place: { cursor?: string; page?: number } = {}
  for (;;) {
    const page = await list({ ...input, query: { ...input.query, ...place } }, options)
    yield page
    if (page.next_cursor) place = { cursor: page.next_cursor }
    // Lists without cursors have numbers. One that had a cursor is at its end, whatever an estimated total says.
    else if (place.cursor || page.results.length === 0 || (page.page ?? 1) >= (page.total_pages ?? 1)) return
    else place = { page: (page.page ?? 1) + 1 }
  }
}
