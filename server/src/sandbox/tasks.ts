import { measureImage, renderAvatar, renderFitted, renderThumbnail } from './image-tasks.ts'

/** A few times the cost of the most expensive image within the pixel limits. */
const limits = { cpu_ms: 3_000, memory_mb: 512 }

/**
 * All tasks of the sandboxed process, by name. To add one, add a line: its name, its limits and an async function
 * from plain data to plain data. Files come in as paths, so that their bytes never pass through the server's memory.
 */
export const tasks = {
  thumbnail: { limits, run: renderThumbnail },
  measure_image: { limits, run: measureImage },
  portrait: { limits, run: renderAvatar },
  fit_image: { limits, run: renderFitted },
}
export type Tasks = typeof tasks
