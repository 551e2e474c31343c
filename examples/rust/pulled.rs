//! Renders a script of cues without a device, and writes floats: left, right, haptic.
//!
//!     pulled FOLDER SCRIPT FRAMES >cues.raw     a line of the script: seconds from the start, and a cue
use std::ffi::{c_char, c_int, CStr, CString};
use std::io::Write;
use std::ptr::{null, null_mut};

#[repr(C)]
pub struct Thud {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct Options {
    size: usize,
    folder: *const c_char,
    device: *const c_char,
    latency: u32,
    haptics: u32,
    sample_rate: u32,
    reserved: u32,
    volume_db: f64,
}

#[link(name = "thud")]
extern "C" {
    fn thud_open_pulled(options: *const Options, handle: *mut *mut Thud, error: *mut c_char, size: usize) -> c_int;
    fn thud_error(handle: *mut Thud) -> *const c_char;
    fn thud_play(handle: *mut Thud, name: *const c_char, cause_ns: i64, gain_db: f64) -> i64;
    fn thud_render(
        handle: *mut Thud, frames: usize, heard_ns: i64, left: *mut f32, right: *mut f32, haptic: *mut f32,
    ) -> c_int;
    fn thud_close(handle: *mut Thud);
}

const BLOCK: usize = 500;
const RATE: u32 = 48_000;

/// An open folder. It is closed when it goes out of scope.
struct Feedback(*mut Thud);

impl Feedback {
    fn open(folder: &str) -> Result<Feedback, String> {
        let folder = CString::new(folder).map_err(|error| error.to_string())?;
        let options = Options {
            size: std::mem::size_of::<Options>(), folder: folder.as_ptr(), device: null(), latency: 0, haptics: 0,
            sample_rate: RATE, reserved: 0, volume_db: 0.0,
        };
        let mut handle = null_mut();
        let mut error = [0 as c_char; 1024];
        match unsafe { thud_open_pulled(&options, &mut handle, error.as_mut_ptr(), error.len()) } {
            0 => Ok(Feedback(handle)),
            _ => Err(unsafe { sentence(error.as_ptr()) }),
        }
    }

    fn play(&self, cue: &str) -> Result<(), String> {
        let name = CString::new(cue).map_err(|error| error.to_string())?;
        match unsafe { thud_play(self.0, name.as_ptr(), 0, 0.0) } {
            1.. => Ok(()),
            _ => Err(unsafe { sentence(thud_error(self.0)) }),
        }
    }

    fn render(&self, mut frames: usize) {
        let (mut left, mut right, mut haptic) = ([0f32; BLOCK], [0f32; BLOCK], [0f32; BLOCK]);
        let mut out = std::io::stdout().lock();
        while frames > 0 {
            let count = frames.min(BLOCK);
            unsafe {
                thud_render(self.0, count, 0, left.as_mut_ptr(), right.as_mut_ptr(), haptic.as_mut_ptr());
            }
            for i in 0..count {
                for sample in [left[i], right[i], haptic[i]] {
                    out.write_all(&sample.to_ne_bytes()).unwrap();
                }
            }
            frames -= count;
        }
    }
}

impl Drop for Feedback {
    fn drop(&mut self) {
        unsafe { thud_close(self.0) }
    }
}

unsafe fn sentence(text: *const c_char) -> String {
    CStr::from_ptr(text).to_string_lossy().into_owned()
}

/// Returns the time and the cue of a line of the script.
fn entry(line: &str) -> Option<(f64, &str)> {
    let (seconds, cue) = line.split_once(' ')?;
    Some((seconds.parse().ok()?, cue))
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.len() != 4 {
        return Err("usage: pulled FOLDER SCRIPT FRAMES".into());
    }
    let feedback = Feedback::open(&arguments[1])?;
    let script = std::fs::read_to_string(&arguments[2]).map_err(|error| format!("{}: {error}", arguments[2]))?;
    let frames: usize = arguments[3].parse().map_err(|error| format!("{}: {error}", arguments[3]))?;
    let mut head = 0;
    for line in script.lines() {
        let (seconds, cue) = entry(line).ok_or(format!("expected seconds and a cue, found {line}"))?;
        let start = (seconds * f64::from(RATE)).round() as usize;
        feedback.render(start.saturating_sub(head));
        head = start;
        feedback.play(cue)?;
    }
    feedback.render(frames.saturating_sub(head));
    Ok(())
}
