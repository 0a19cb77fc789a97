import type { RefObject } from 'react'
import { AreaSource } from './area-source.ts'
import { ConversationSource } from './conversation-source.ts'
import { SearchSource } from './search-source.ts'

/** What the palette finds besides commands. One chunk: without one of the sources, Enter could run the wrong entry. */
export function ShellPaletteSources({ visited }: { visited: RefObject<readonly string[]> }) {
  return (
    <>
      <ConversationSource visited={visited} />
      <AreaSource />
      <SearchSource />
    </>
  )
}
