//! The exports that run at once: a firm may not have all places, and a client that stops reading loses its own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::CustomerId;

use super::error::ExportFailure;

/// Places of a process.
#[derive(Debug)]
pub(super) struct Places {
    all: usize,
    taken: Mutex<HashMap<CustomerId, usize>>,
}

impl Places {
    pub fn new(all: usize) -> Arc<Self> {
        Arc::new(Self {
            all,
            taken: Mutex::default(),
        })
    }

    /// A place, returned on drop. One is left to the other firms, if there is more than one.
    pub fn enter(self: &Arc<Self>, firm: CustomerId) -> Result<Place, ExportFailure> {
        let mut taken = self.taken();
        let of_all: usize = taken.values().sum();
        let of_firm = taken.get(&firm).copied().unwrap_or(0);
        if of_all >= self.all || of_firm >= (self.all - 1).max(1) {
            return Err(ExportFailure::Busy);
        }
        taken.insert(firm, of_firm + 1);
        Ok(Place {
            places: Arc::clone(self),
            firm,
        })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<CustomerId, usize>> {
        // A count is never half written.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place of a firm.
#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Places>,
    firm: CustomerId,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        if let Some(count) = taken.get_mut(&self.firm) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.firm);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_firm_leaves_one_place_to_the_others() {
        let [first, second] = [(); 2].map(|()| CustomerId(Uuid::new_v4()));
        let places = Places::new(3);
        let held: Vec<Place> = (0..2).map(|_| places.enter(first).unwrap()).collect();
        assert!(places.enter(first).is_err());
        let other = places.enter(second).unwrap();
        assert!(places.enter(second).is_err(), "all are taken");
        drop(held);
        assert!(places.enter(second).is_ok());
        drop(other);
        assert!(places.taken().is_empty());
        // The only one is for everybody.
        let one = Places::new(1);
        let place = one.enter(first).unwrap();
        assert!(one.enter(second).is_err());
        drop(place);
        assert!(one.enter(second).is_ok());
    }
}
