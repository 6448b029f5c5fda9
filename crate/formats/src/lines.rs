//! Lines of a plain or gzip file, with every length bounded.

use std::io::{BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use sim::Error;

use crate::limits::{FILE_BYTES_MAX, LINE_BYTES_MAX, TEXT_BYTES_MAX};

/// The first bytes of every gzip file.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Reads one line after the other, unpacking only as far as it is asked.
pub(crate) struct Lines<'a> {
    source: Box<dyn BufRead + 'a>,
    buffer: Vec<u8>,
    number: usize,
    bytes_left: usize,
}

impl<'a> Lines<'a> {
    /// Lines of these bytes, which may be gzip. Refuses a file above the limit.
    pub fn new(bytes: &'a [u8]) -> Result<Lines<'a>, Error> {
        if bytes.len() > FILE_BYTES_MAX {
            let found = format!("{} bytes", bytes.len());
            return Err(Error::new("file", found, format!("use a file of at most {FILE_BYTES_MAX} bytes")));
        }
        let source: Box<dyn BufRead + 'a> = if bytes.starts_with(&GZIP_MAGIC) {
            Box::new(BufReader::new(MultiGzDecoder::new(bytes)))
        } else {
            Box::new(bytes)
        };
        Ok(Lines { source, buffer: Vec::new(), number: 0, bytes_left: TEXT_BYTES_MAX })
    }

    /// The number of the line that was given last, from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The next line without its end; `None` at the end of the file.
    ///
    /// Damaged gzip, a line above the limit, more text than the limit and bytes that are no UTF-8 are
    /// errors.
    pub fn next(&mut self) -> Result<Option<&str>, Error> {
        self.buffer.clear();
        self.number += 1;
        let read = self.fill()?;
        if read == 0 {
            return Ok(None);
        }
        if read > self.bytes_left {
            return Err(
                self.error("the text is too long", format!("use at most {TEXT_BYTES_MAX} bytes unpacked"))
            );
        }
        self.bytes_left -= read;
        self.text().map(Some)
    }

    /// Reads up to the end of the line, one byte more than a line may have.
    fn fill(&mut self) -> Result<usize, Error> {
        let limit = LINE_BYTES_MAX as u64 + 1;
        let read = self.source.by_ref().take(limit).read_until(b'\n', &mut self.buffer);
        match read {
            Ok(read) if read > LINE_BYTES_MAX => {
                Err(self
                    .error("the line is too long", format!("use lines of at most {LINE_BYTES_MAX} bytes")))
            }
            Ok(read) => Ok(read),
            Err(error) => Err(self.error(&format!("damaged gzip ({error})"), "copy the file again".into())),
        }
    }

    /// The line in the buffer as text.
    fn text(&self) -> Result<&str, Error> {
        let line = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        std::str::from_utf8(line)
            .map_err(|_| self.error("the bytes are no text", "write the file in UTF-8".into()))
    }

    #[cold]
    fn error(&self, value: &str, remedy: String) -> Error {
        Error::new(format!("line {}", self.number), value, remedy)
    }
}
