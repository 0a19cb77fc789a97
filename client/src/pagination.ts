import type { CallOptions } from './call.ts'

type Page<Row> = { results: Row[]; next_cursor?: string | null; page?: number; total_pages?: number }
type ListOperation<Given, Row> = (input: Given, options?: CallOptions) => Promise<Page<Row>>

/** Iterates over all rows of a list, fetching pages on demand: `for await (const contact of each(parley.listContacts)) …` */
export async function* each<Input extends { query?: object }, Row>(
  list: ListOperation<Input, Row>,
  ...[input, options]: Record<never, never> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions]
): AsyncGenerator<Row, void, void> {
  for await (const page of eachPage(list, input ?? ({} as Input), options)) yield* page.results // no input is required then
}

/** The same, page by page. Uses cursors where the list has them, so that new rows cause neither duplicates nor gaps. */
export async function* eachPage<Given extends { query?: object }, Row>(
  list: ListOperation<Given, Row>,
  input: Given,
  options?: CallOptions,
): AsyncGenerator<Page<Row>, void, void> {
  let position: { cursor?: string; page?: number } = {}
  for (;;) {
    const page = await list({ ...input, query: { ...input.query, ...position } }, options)
    yield page
    if (page.next_cursor) position = { cursor: page.next_cursor }
    // Lists without cursors have page numbers. A list with cursors ends with the last one, whatever an estimated total says.
    else if (position.cursor || page.results.length === 0 || (page.page ?? 1) >= (page.total_pages ?? 1))
      return
    else position = { page: (page.page ?? 1) + 1 }
  }
}
