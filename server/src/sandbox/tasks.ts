import { measureImage, renderAvatar, renderFitted, renderThumbnail } from './image-tasks.ts'

import type { ExtractedText, TextFormat } from './text/extract-text.ts'

/** A few times the cost of the most expensive image within the pixel limits. */
const limits = { cpu_ms: 3_000, memory_mb: 512 }

/** Reading a PDF of a thousand pages stops by itself before that. */
const textLimits = { cpu_ms: 15_000, memory_mb: 512 }

/** Loaded when it is needed: the PDF reader is larger than everything else here. */
async function extractTextLazily(input: { path: string; format: TextFormat }): Promise<ExtractedText> {
  const { extractText } = await import('./text/extract-text.ts')
  return extractText(input)
}

/**
 * All tasks of the sandboxed process, by name. To add one, add a line: its name, its limits and an async function
 * from plain data to plain data. Files come in as paths, so that their bytes never pass through the server's memory.
 */
export const tasks = {
  thumbnail: { limits, run: renderThumbnail },
  measure_image: { limits, run: measureImage },
  portrait: { limits, run: renderAvatar },
  fit_image: { limits, run: renderFitted },
  extract_text: { limits: textLimits, run: extractTextLazily },
}
export type Tasks = typeof tasks
