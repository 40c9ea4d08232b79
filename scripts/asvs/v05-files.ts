import { type Chapter, met, notApplicable, open } from './answer.ts'

export const files: Chapter = {
  title: 'File handling',
  answers: {
    '5.1.1': met(
      'Document types and sizes of files.',
      'Files are imported by a command, not uploaded; the import page has formats and limits.',
      {
        where: ['docs/import.md', 'docs/security-inventory.md'],
        tests: {
          'test/import/examples.test.ts': 'docs/import.md lists every column of every kind, and which are required',
        },
      },
    ),
    '5.2.1': met(
      'Accept sizes that can be processed only.',
      'Bodies of 64 KiB; files are streams of bounded lines in flat memory.',
      {
        where: ['server/http/request/limits.ts', 'server/import/rows.ts'],
        tests: {
          'test/api/bad-http.test.ts':
            'that is a hundred megabytes long is refused at once, while it is still being sent',
          'test/import/bad-input.test.ts':
            'a line longer than 1 MiB is refused without being buffered, and the lines after it are read',
        },
      },
    ),
    '5.2.2': met(
      'Check content against type.',
      'Formats are detected from the content, and every cell is checked; icons are checked by their bytes.',
      {
        where: ['server/import/detect.ts', 'shared/network-icon.ts'],
        tests: {
          'test/shared/network-icon.test.ts': 'a JPEG that says it is a PNG',
          'test/import/bad-input.test.ts': '%s is refused with a reason and stores nothing',
        },
      },
    ),
    '5.2.3': open(
      'Check the unpacked size of archives.',
      'gzip is unpacked as a stream in flat memory and never to disk, and an import can be interrupted, but the unpacked size of the whole has no limit.',
      {
        where: ['server/import/gunzip.ts'],
        tests: {
          'test/import/streams.test.ts':
            'gzip that decompresses to a thousand times its size is read in flat memory, and its endless line is refused',
        },
      },
    ),
    '5.3.1': notApplicable(
      'Never execute uploaded files.',
      'Nothing is uploaded, and no folder of files is served but the API page.',
      {
        tests: { 'test/http/browsers.test.ts': 'TRACE is not answered, and no folder is listed' },
      },
    ),
    '5.3.2': met(
      'Make paths of trusted data.',
      'No path comes from a request. In the console files are opened only where a dialog of the system chose them.',
      {
        where: ['desktop/main/window/app-protocol.ts', 'desktop/main/handlers/files.ts'],
        tests: {
          'test/desktop/main/authority-file.test.ts':
            'a file that was not chosen in a dialog is never opened for the page',
          'test/desktop/gate/app-protocol.test.ts': 'a path outside the renderer folder is not served',
          'test/http/browsers.test.ts': 'TRACE is not answered, and no folder is listed',
        },
      },
    ),
    '5.4.1': notApplicable('Ignore file names of users in downloads.', 'The server sends no downloads.'),
    '5.4.2': met('Encode file names that are served.', 'Exports of the console are named by the console.', {
      where: ['desktop/renderer/parts/export-file.ts'],
      tests: {
        'test/desktop/renderer/screens/reserves-export.test.ts':
          'an export file is named after its content and time, in characters that every system allows',
      },
    }),
    '5.4.3': notApplicable('Scan files of others for malware.', 'No file of a user is passed on to another one.'),
  },
}
