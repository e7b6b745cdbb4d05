//! At which instruction a frame of Python code stands.

use pyo3::prelude::*;

/// The argument of the instruction at which the frame stands, if it is this one.
pub fn instruction_at(frame: &Bound<'_, PyAny>, code: &Bound<'_, PyAny>, operation: &str) -> Option<usize> {
    let look = || -> PyResult<Option<usize>> {
        let py = frame.py();
        let number = |operation: &str| py.import("opcode")?.getattr("opmap")?.get_item(operation)?.extract::<u8>();
        let (wanted, extended) = (number(operation)?, number("EXTENDED_ARG")?);
        let place: usize = frame.getattr("f_lasti")?.extract()?;
        let bytes: Vec<u8> = code.getattr("co_code")?.extract()?;
        let instruction = |at: usize| bytes.get(at).copied().zip(bytes.get(at + 1).map(|arg| usize::from(*arg)));
        let Some((_, mut arg)) = instruction(place).filter(|(found, _)| *found == wanted) else { return Ok(None) };
        // Higher bytes of the argument stand before it.
        let before = (1..4).map_while(|n| instruction(place.checked_sub(2 * n)?).filter(|(found, _)| *found == extended));
        for (n, (_, higher)) in (1..).zip(before) {
            arg |= higher << (8 * n);
        }
        Ok(Some(arg))
    };
    look().ok().flatten()
}
